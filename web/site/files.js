// Where the files are that are fetched when they are wanted, seen from here. `cargo xtask site` writes this file with their hashed names.

/** @type {Record<string, string>} */
export const FILES = { "filetto.wasm": "filetto.wasm" };
