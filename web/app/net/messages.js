// The messages of docs/app.schema.json as types. Made from it: run the tests with FILETTO_WRITE_SCHEMA=1.

/** @typedef {{known_by: string, line: string[], proved: boolean, value: Evaluation}} AnswerLine  A line of play, or a move with what is expected after it. */
/** @typedef {{family: string | null, how: string, rules: string, value: "first" | "second" | "draw" | "unknown"}} AtlasBoard  A board of the atlas. */
/** @typedef {{how: string, kind: string, source: string, value: "first" | "second" | "draw" | "unknown"}} AtlasRow  Why the value of a board is known. */
/** @typedef {"bad_message" | "bad_game" | "bad_player" | "too_much" | "busy"} Code  What kind of thing went wrong. */
/** @typedef {{games: number, generation: number, keeps: number | null, perfect: number | null, policy_loss: number, value_loss: number}} CurvePoint  A generation of a training. */
/** @typedef {{win_in: number} | {loss_in: number} | {certain: Sign} | {estimate: number} | {chance: number}} Evaluation  The worth of a position to the player to move. */
/** @typedef {{cell: string, value: "first" | "second" | "draw" | "unknown"}} FirstMove  A first move and who wins after it. */
/** @typedef {{description: string, name: string}} Heading  A name with a few words about it. */
/** @typedef {{better: string, class: string, judged: any, refutation: string, sentence: string, sign: string}} JudgedMove  A move of a review in words. */
/** @typedef {{generation: number, policy: ([any, any])[], value: number}} Opinion  What a generation thinks of a position before any search. */
/** @typedef {{boards: "any" | "free" | "gravity", description: string, name: string, only: string[]}} PlayerCard  A player that can be asked for. */
/** @typedef {{bytes: string, size: number}} Proof  A certificate to keep. */
/** @typedef {{answer: string, goal: "win" | "hold", moves: string[], plies: number, rules: string}} Puzzle  A position with a proved answer. */
/** @typedef {{path: string[], result: number | null}} Run  A simulation of Monte Carlo tree search. */
/** @typedef {"win" | "draw" | "loss"} Sign  How a game ends under best play, for the player meant. */
/** @typedef {{alpha: Evaluation | null, beta: Evaluation | null, cell: string | null, parent: number | null, value: Evaluation | null}} TreeNode  A position of a game tree, or a move that was cut. */
/** @typedef {{default_player: string, heuristics: Heading[], levels: number, longest_side: number, longest_thinking_ms: number, players: PlayerCard[], type: "hello", version: string, without: string[]}} Hello  The first message: what can be asked for. */
/** @typedef {{depth: number, id: number, line: string[], ms: number, nodes: number, rank: number, score: Evaluation, type: "info"}} Info  How far a player is: its best line, or another of the best if several were asked for. The best has rank 0. */
/** @typedef {{cell: string, depth: number, id: number, line: string[], ms: number, nodes: number, score: Evaluation | null, solved: boolean, type: "choice"}} Choice  What a player chose. */
/** @typedef {{best: string | null, depth: number, explanation: any, id: number, known_by: string, lines: AnswerLine[], ms: number, nodes: number, proved: boolean, text: string, type: "answer", value: Evaluation, values: AnswerLine[]}} Answer  What a position is: everything from one result. */
/** @typedef {{done: number, id: number, judged: JudgedMove | null, of: number, type: "judged"}} Judged  How far a review is, and the move that was judged last. */
/** @typedef {{id: number, moves: JudgedMove[], review: any, type: "review", whole: boolean}} Review  A game judged. */
/** @typedef {{id: number, type: "done"}} Done  All answers have been told. */
/** @typedef {{depth: number, id: number, nodes: TreeNode[], type: "tree"}} Tree  A game tree, every node after its parent, in the order in which alpha-beta enters them. */
/** @typedef {{done: number, id: number, ms: number, nodes: number, numbers: [number, number] | null, table: number, type: "progress"}} Progress  How far a solver is: its table and everything in thousandths, its proof and disproof numbers where it has them. Nodes, time and what is done never run backwards within a request. */
/** @typedef {{how: string, id: number, ms: number, nodes: number, source: string, type: "verdict", value: "first" | "second" | "draw" | "unknown"}} Verdict  Who wins under best play, before the values of moves are looked for: `first`, `second`, `draw` or `unknown`. */
/** @typedef {{cell: string, id: number, type: "fact", value: "first" | "second" | "draw" | "unknown"}} Fact  Who wins after this move. */
/** @typedef {{certificates: Proof[], files: string[], id: number, ms: number, nodes: number, type: "solved", value: "first" | "second" | "draw" | "unknown"}} Solved  The end of a solve: the verdict again, and the proof. */
/** @typedef {{boards: string[], curve: CurvePoint[], generations: Opinion[], id: number, type: "learning"}} Learning  How a network learnt: a point a generation, and what some generations think of the position, the first knowing nothing. */
/** @typedef {{id: number, runs: Run[], type: "simulations"}} Simulations  Simulations of Monte Carlo tree search, the first first. */
/** @typedef {{id: number, puzzles: Puzzle[], type: "puzzles"}} Puzzles  The proved puzzles. */
/** @typedef {{address: string, friend: string, id: number, own: string, qr: string[], reachable: boolean, type: "invited", watch: string}} Invited  A game that waits for somebody: the secrets of both players and of those who watch, and where others find this server. */
/** @typedef {{again: [boolean, boolean], clock_ms: [number, number] | null, game: any, here: [boolean, boolean], id: number, role: "first" | "second" | "watch", running: boolean, type: "room", watching: number}} Room  A game between two devices, as it stands. */
/** @typedef {{boards: AtlasBoard[], id: number, type: "atlas"}} Atlas  The boards whose value is known. */
/** @typedef {{certificates: string[], first_moves: FirstMove[], id: number, rows: AtlasRow[], rules: string, type: "chart"}} Chart  One board: everything that decides it, the best evidence first; the value after each first move where it is known; and the names of certificates that can be fetched from `/certificates/`. */
/** @typedef {{id: number, moves: string[], number: number, of: number, players: [string, string], rules: string, type: "seen"}} Seen  A game of an event, as it stands. */
/** @typedef {{ending: string, id: number, moves: string[], number: number, of: number, players: [string, string], result: "first" | "second" | "draw", rules: string, type: "played"}} Played  A game of an event, as it ended. */
/** @typedef {{id: number, standing: any, type: "standing"}} Standing  How an event stands, as `filetto arena --json` says it. */
/** @typedef {{id: number, report: string, standing: any, type: "event"}} Event  An event is over: how it stands, and its report as a page of HTML. */
/** @typedef {{game: any, id: number, type: "game"}} Game  A game as in a JSON lines file. */
/** @typedef {{id: number, text: string, type: "text"}} Text  A game written down, or what the checker says. */
/** @typedef {{code: Code, id: number | null, message: string, type: "error"}} Error  Something that cannot be done, and why. */
/** @typedef {Hello | Info | Choice | Answer | Judged | Review | Done | Tree | Progress | Verdict | Fact | Solved | Learning | Simulations | Puzzles | Invited | Room | Atlas | Chart | Seen | Played | Standing | Event | Game | Text | Error} Reply */

/** @typedef {{level?: number | null, name: string}} Entrant  A player of an event. */
/** @typedef {"resign" | {play: {after: number, cell: string}} | "again"} RoomAct  What a player does in a room. */
/** @typedef {"moves" | "json" | "psq" | "sgf" | "svg"} TextFormat  How a game is to be written. */
/** @typedef {"whole" | "alpha_beta" | "best_first" | "worst_first" | "deepening"} TreeSearch  Which search a tree shows. */
/** @typedef {{depth?: number | null, game: any, id: number, level?: number | null, nodes?: number | null, player: string, time_ms: number, type: "think"}} ThinkRequest  Let a player think: answered by `info` while it does and by one `choice`. */
/** @typedef {{game: any, id: number, language: string, lines?: number | null, player?: string | null, time_ms: number, type: "analyse", values?: boolean}} AnalyseRequest  What the position is: answered by an `answer` as soon as there is one, by further ones that are better, and by `done`. */
/** @typedef {{game: any, id: number, language: string, type: "review"}} ReviewRequest  Every move of a game judged, as `filetto review` does: answered by a `judged` a position, and by `review`. */
/** @typedef {{branching?: number | null, depth?: number | null, game?: any, heuristic: string, id: number, leaves?: number[] | null, search?: TreeSearch, type: "tree"}} TreeRequest  The game tree as a search sees it, of a position or of given leaves: answered by `tree`. */
/** @typedef {{count: number, game: any, id: number, seed: number, type: "simulations"}} SimulationsRequest  The first simulations of Monte Carlo tree search: answered by `simulations`. */
/** @typedef {{game: any, id: number, type: "learning"}} LearningRequest  How the network of this game's board learnt, and what its generations think of the position: answered by `learning`. */
/** @typedef {{game: any, id: number, time_ms: number, type: "solve"}} SolveRequest  The exact value of the position, with its proof where there is one: answered by `progress`, by the `verdict` as soon as it is known, by a `fact` a move, and by `solved`. */
/** @typedef {{id: number, type: "atlas"}} AtlasRequest  What is known of boards: answered by `atlas`. */
/** @typedef {{id: number, rules: string, type: "chart"}} ChartRequest  What is known of one board: answered by `chart`. */
/** @typedef {{id: number, type: "puzzles"}} PuzzlesRequest  The proved puzzles: answered by `puzzles`. */
/** @typedef {{begin: boolean, id: number, minutes?: number | null, rules: string, type: "invite"}} InviteRequest  A game with somebody on another device: answered by `invited`. */
/** @typedef {{id: number, secret: string, type: "enter"}} EnterRequest  Into the game that a secret opens: answered by a `room` now and after every change, until it is stopped. */
/** @typedef {{act: RoomAct, id: number, secret: string, type: "act"}} ActRequest  Something done in the game that a secret opens: answered by `done`. */
/** @typedef {{boards: string[], id: number, pairs: number, players: Entrant[], time_ms: number, type: "event"}} EventRequest  A small event among our players, everybody against everybody: answered by `seen` while a game goes on, by `played` and `standing` after each, and by one `event`. */
/** @typedef {{id: number, rules?: string | null, text: string, type: "read"}} ReadRequest  A text as a game: JSON, PSQ, SGF, or moves on the board that `rules` names. Answered by `game`. */
/** @typedef {{format: TextFormat, game: any, id: number, type: "write"}} WriteRequest  A game as a text: answered by `text`. */
/** @typedef {{bytes?: string | null, id: number, name?: string | null, type: "check"}} CheckRequest  What the independent checker says of a certificate, given in hexadecimal or by its name: answered by `text`. */
/** @typedef {{id: number, type: "stop"}} StopRequest  Stop what the request with this id started; its last answer still comes. */
/** @typedef {ThinkRequest | AnalyseRequest | ReviewRequest | TreeRequest | SimulationsRequest | LearningRequest | SolveRequest | AtlasRequest | ChartRequest | PuzzlesRequest | InviteRequest | EnterRequest | ActRequest | EventRequest | ReadRequest | WriteRequest | CheckRequest | StopRequest} Request */

export {};
