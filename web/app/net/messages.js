// The messages of docs/app.md as types.

/** @typedef {import("../model/score.js").Worth} Worth */
/** @typedef {{name: string, description: string, boards: "any" | "free" | "gravity"}} PlayerCard */
/** @typedef {{name: string, description: string}} Heading */
/** @typedef {{type: "hello", version: string, default_player: string, players: PlayerCard[], heuristics: Heading[],
 *   longest_thinking_ms: number, longest_side: number, levels: number}} Hello */
/** @typedef {{type: "info", id: number, depth: number, score: Worth, nodes: number, ms: number, line: string[]}} Info */
/** @typedef {{type: "choice", id: number, cell: string, score: Worth | null, line: string[], solved: boolean, depth: number,
 *   nodes: number, ms: number}} Choice */
/** @typedef {{line: string[], value: Worth, proved: boolean, known_by: string}} AnswerLine */
/** @typedef {{type: "answer", id: number, value: Worth, proved: boolean, known_by: string, best: string | null, lines: AnswerLine[],
 *   values: AnswerLine[], text: string, explanation: any, depth: number, nodes: number, ms: number}} Answer */
/** @typedef {{cell: string | null, parent: number | null, alpha: Worth | null, beta: Worth | null,
 *   value: Worth | null}} TreeNode */
/** @typedef {{type: "tree", id: number, depth: number, nodes: TreeNode[]}} Tree */
/** @typedef {{type: "error", id: number | null, code: string, message: string}} Refusal */
/** @typedef {{type: "done", id: number}} Done */
/** @typedef {{type: "game", id: number, game: any}} GameReply */
/** @typedef {{type: "text", id: number, text: string}} TextReply */
/** @typedef {{type: "progress", id: number, nodes: number, ms: number, table: number, numbers: [number, number] | null}} Progress */
/** @typedef {"first" | "second" | "draw" | "unknown"} Outcome */
/** @typedef {{type: "verdict", id: number, value: Outcome, nodes: number, ms: number}} Verdict */
/** @typedef {{type: "fact", id: number, cell: string, value: Outcome}} Fact */
/** @typedef {{type: "solved", id: number, value: Outcome, nodes: number, ms: number, certificates: {bytes: string, checked: string}[]}} Solved */
/** @typedef {{type: "seen", id: number, number: number, of: number, players: [string, string], rules: string, moves: string[]}} Seen */
/** @typedef {{type: "played", id: number, number: number, of: number, players: [string, string], rules: string, moves: string[],
 *   result: "first" | "second" | "draw", ending: string}} Played */
/** @typedef {{type: "standing", id: number, standing: any}} StandingReply */
/** @typedef {{type: "event", id: number, standing: any, report: string}} EventReply */
/** @typedef {{rules: string, value: Outcome, how: string}} AtlasBoard */
/** @typedef {{value: Outcome, how: string, kind: string, source: string}} AtlasRow */
/** @typedef {{type: "atlas", id: number, boards: AtlasBoard[]}} AtlasReply */
/** @typedef {{type: "chart", id: number, rules: string, rows: AtlasRow[], first_moves: {cell: string, value: Outcome}[],
 *   certificates: string[]}} Chart */
/** @typedef {Answer | Seen | Played | StandingReply | EventReply | AtlasReply | Chart | Progress | Verdict | Fact | Solved | Hello | Info | Choice | Done | Tree | GameReply | TextReply | Refusal} Reply */

export {};
