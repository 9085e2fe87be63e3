// A program of somebody who uses the package with TypeScript: filetto.test.js compiles it against the types that the package has, and runs it.

import { Filetto, Refused, type Options } from "filetto";
import type { Choice, Hello, Request } from "filetto/messages";

declare const console: { log(...words: unknown[]): void };

const filetto: Filetto = await Filetto.load();
const hello: Hello = filetto.hello;
const game = { format: "filetto-game", version: 1, rules: "3x3x3", moves: ["a1", "b1", "b2"], result: "ongoing" } as const;

const request: Omit<Extract<Request, { type: "think" }>, "id"> = { type: "think", game, player: hello.default_player, time_ms: 500 };
const missing: string[] = await filetto.supply(request);
const options: Options = { stopped: () => false };
let heard = 0;
const choice: Choice = filetto.ask(request, () => (heard += 1), options);
const value: "first" | "second" | "draw" | "unknown" = filetto.ask({ type: "solve", game, time_ms: 10_000 }).value;

function refusal(): string {
  try {
    filetto.ask({ type: "think", game: { ...game, rules: "2x2x9" }, player: "filetto", time_ms: 1 });
  } catch (error) {
    if (error instanceof Refused) return error.code;
  }
  return "none";
}

// What the types must refuse; each of these lines is an error, or the program does not compile.
export function wrong() {
  // @ts-expect-error: there is no such request.
  filetto.ask({ type: "guess" });
  // @ts-expect-error: a thought needs a time.
  filetto.ask({ type: "think", game, player: "filetto" });
  // @ts-expect-error: a language has two letters.
  filetto.ask({ type: "review", game, language: 1 });
  // @ts-expect-error: a choice has no value, a solve has.
  filetto.ask(request).value;
  // @ts-expect-error: memory is read, not set.
  filetto.memory = 1;
}

console.log(choice.cell, value, missing.length, heard > 0, refusal());
