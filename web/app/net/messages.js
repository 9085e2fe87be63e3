// The messages of docs/app.schema.json as types. Made from it: run the tests with FILETTO_WRITE_SCHEMA=1.

/** @typedef {{how: string, rules: string, value: "first" | "second" | "draw" | "unknown"}} AtlasBoard  A board of the atlas. */
/** @typedef {{how: string, kind: string, source: string, value: "first" | "second" | "draw" | "unknown"}} AtlasRow  Why the value of a board is known. */
/** @typedef {"bad_message" | "bad_game" | "bad_player" | "too_much" | "busy"} Code  What kind of thing went wrong. */
/** @typedef {{win_in: number} | {loss_in: number} | {certain: Sign} | {estimate: number}} Evaluation  The worth of a position to the player to move. */
/** @typedef {{cell: string, value: "first" | "second" | "draw" | "unknown"}} FirstMove  A first move and who wins after it. */
/** @typedef {{description: string, name: string}} Heading  A name with a few words about it. */
/** @typedef {{boards: "any" | "free" | "gravity", description: string, name: string}} PlayerCard  A player that can be asked for. */
/** @typedef {{bytes: string, checked: string}} Proof  A certificate to keep. */
/** @typedef {"win" | "draw" | "loss"} Sign  How a game ends under best play, for the player meant. */
/** @typedef {{alpha: Evaluation | null, beta: Evaluation | null, cell: string | null, parent: number | null, value: Evaluation | null}} TreeNode  A position of a game tree, or a move that was cut. */
/** @typedef {{default_player: string, heuristics: Heading[], levels: number, longest_side: number, longest_thinking_ms: number, players: PlayerCard[], type: "hello", version: string}} Hello  The first message: what can be asked for. */
/** @typedef {{depth: number, id: number, line: string[], ms: number, nodes: number, rank: number, score: Evaluation, type: "info"}} Info  How far a player is: its best line, or another of the best if several were asked for. The best has rank 0. */
/** @typedef {{cell: string, depth: number, id: number, line: string[], ms: number, nodes: number, score: Evaluation | null, solved: boolean, type: "choice"}} Choice  What a player chose. */
/** @typedef {{cell: string, id: number, line: string[], score: Evaluation | null, solved: boolean, type: "value"}} Value  The worth of one move for the player who makes it. */
/** @typedef {{id: number, type: "done"}} Done  All values have been told. */
/** @typedef {{depth: number, id: number, nodes: TreeNode[], type: "tree"}} Tree  A game tree, every node after its parent, in the order in which alpha-beta enters them. */
/** @typedef {{id: number, ms: number, nodes: number, numbers: [number, number] | null, table: number, type: "progress"}} Progress  How far a solver is: its table in thousandths, its proof and disproof numbers where it has them. */
/** @typedef {{cell: string, id: number, type: "fact", value: "first" | "second" | "draw" | "unknown"}} Fact  Who wins after this move. */
/** @typedef {{certificates: Proof[], id: number, ms: number, nodes: number, type: "solved", value: "first" | "second" | "draw" | "unknown"}} Solved  Who wins under best play: `first`, `second`, `draw`, or `unknown` if it was stopped before. */
/** @typedef {{boards: AtlasBoard[], id: number, type: "atlas"}} Atlas  The boards whose value is known. */
/** @typedef {{certificates: string[], first_moves: FirstMove[], id: number, rows: AtlasRow[], rules: string, type: "chart"}} Chart  One board: everything that decides it, the best evidence first; the value after each first move where it is known; and the names of certificates that can be fetched from `/certificates/`. */
/** @typedef {{id: number, moves: string[], number: number, of: number, players: [string, string], rules: string, type: "seen"}} Seen  A game of an event, as it stands. */
/** @typedef {{ending: string, id: number, moves: string[], number: number, of: number, players: [string, string], result: "first" | "second" | "draw", rules: string, type: "played"}} Played  A game of an event, as it ended. */
/** @typedef {{id: number, standing: any, type: "standing"}} Standing  How an event stands, as `filetto arena --json` says it. */
/** @typedef {{id: number, report: string, standing: any, type: "event"}} Event  An event is over: how it stands, and its report as a page of HTML. */
/** @typedef {{explanation: any, id: number, text: string, type: "explanation"}} Explanation  An explanation in words, and as in docs/explain.md. */
/** @typedef {{game: any, id: number, type: "game"}} Game  A game as in a JSON lines file. */
/** @typedef {{id: number, text: string, type: "text"}} Text  A game written down. */
/** @typedef {{code: Code, id: number | null, message: string, type: "error"}} Error  Something that cannot be done, and why. */
/** @typedef {Hello | Info | Choice | Value | Done | Tree | Progress | Fact | Solved | Atlas | Chart | Seen | Played | Standing | Event | Explanation | Game | Text | Error} Reply */

/** @typedef {{level?: number | null, name: string}} Entrant  A player of an event. */
/** @typedef {"moves" | "json" | "psq" | "sgf" | "svg"} TextFormat  How a game is to be written. */
/** @typedef {{analyse?: boolean, depth?: number | null, game: any, id: number, level?: number | null, lines?: number | null, player: string, time_ms: number, type: "think"}} ThinkRequest  Let a player think: answered by `info` while it does and by one `choice`. */
/** @typedef {{game: any, id: number, player: string, time_ms: number, type: "values"}} ValuesRequest  The worth of each legal move: answered by one `value` a move and by `done`. */
/** @typedef {{depth?: number | null, game: any, heuristic: string, id: number, type: "tree"}} TreeRequest  The game tree as alpha-beta sees it: answered by `tree`. */
/** @typedef {{game: any, id: number, time_ms: number, type: "solve"}} SolveRequest  The exact value of the position, with its proof where there is one: answered by `progress`, by a `fact` a move, and by `solved`. */
/** @typedef {{id: number, type: "atlas"}} AtlasRequest  What is known of boards: answered by `atlas`. */
/** @typedef {{id: number, rules: string, type: "chart"}} ChartRequest  What is known of one board: answered by `chart`. */
/** @typedef {{boards: string[], id: number, pairs: number, players: Entrant[], time_ms: number, type: "event"}} EventRequest  A small event among our players, everybody against everybody: answered by `seen` while a game goes on, by `played` and `standing` after each, and by one `event`. */
/** @typedef {{game: any, id: number, language: string, type: "explain"}} ExplainRequest  Why the position is won, lost or drawn, and what is threatened: answered by `explanation`. */
/** @typedef {{id: number, rules?: string | null, text: string, type: "read"}} ReadRequest  A text as a game: JSON, PSQ, SGF, or moves on the board that `rules` names. Answered by `game`. */
/** @typedef {{format: TextFormat, game: any, id: number, type: "write"}} WriteRequest  A game as a text: answered by `text`. */
/** @typedef {{id: number, type: "stop"}} StopRequest  Stop what the request with this id started; its last answer still comes. */
/** @typedef {ThinkRequest | ValuesRequest | TreeRequest | SolveRequest | AtlasRequest | ChartRequest | EventRequest | ExplainRequest | ReadRequest | WriteRequest | StopRequest} Request */

export {};
