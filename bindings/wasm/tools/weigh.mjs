// Says what a site weighs as static hosts send it, gzip or plain, whichever is less; refuses what is too heavy for a phone.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const MODULE = 1_000_000;
const ALL = 2_500_000;

const [site] = process.argv.slice(2);
const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
let all = 0;
let [wasm, packed] = [0, 0];
for (const { parentPath, name } of files) {
  const bytes = readFileSync(join(parentPath, name));
  const sent = Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
  all += sent;
  if (name.endsWith(".wasm")) [wasm, packed] = [wasm + sent, packed + brotliCompressSync(bytes).length];
}
const kilo = (bytes) => Math.round(bytes / 1000);
console.log(`${files.length} files, ${kilo(all)} kB as gzip sends them, the module ${kilo(wasm)} kB of them, ${kilo(packed)} kB with brotli`);
if (wasm >= MODULE) throw new Error(`the module has ${wasm} bytes as it is sent: at most ${MODULE}`);
if (all >= ALL) throw new Error(`the site has ${all} bytes as it is sent: at most ${ALL}`);
