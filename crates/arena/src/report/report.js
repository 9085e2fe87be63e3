"use strict";
// Shows the games of the page: a list to choose from, and a board to play through.
(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = 100;
  let game = null;
  let ply = 0;
  let timer = null;

  const letters = (col) => (col >= 26 ? letters(Math.floor(col / 26) - 1) : "") + String.fromCharCode(97 + (col % 26));
  const name = (g, cell) => letters(cell % g.cols) + (Math.floor(cell / g.cols) + 1);

  function options(select, values, all) {
    select.append(new Option(all, ""));
    for (const value of [...new Set(values)]) select.append(new Option(value, value));
    select.addEventListener("change", list);
  }

  function element(parent, tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  }

  function list() {
    const [player, on, result] = [$("player").value, $("on").value, $("result").value];
    const wanted = (g) =>
      (!player || g.first === player || g.second === player) && (!on || g.board === on) &&
      (!result || result === "fault" && g.fault || result === "draw" && g.result === 0 ||
        result === "X wins" && g.result === 1 || result === "O wins" && g.result === 2);
    const items = games.filter(wanted).slice(0, 2000).map((g) => {
      const button = document.createElement("button");
      const part = (text, kind) => Object.assign(document.createElement("span"), { textContent: text, className: kind });
      const note = document.createElement("small");
      note.textContent = g.board + ", " + g.moves.length + (g.fault ? ", fault" : "");
      const score = ["½–½", "1–0", "0–1"][g.result];
      button.append(note, part(g.first, "x"), " " + score + " ", part(g.second, "o"));
      button.addEventListener("click", () => open(g, button));
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    $("list").replaceChildren(...items);
    const first = $("list").querySelector("button");
    if (first) first.click();
  }

  function open(g, button) {
    stop();
    for (const other of $("list").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    game = g;
    $("caption").textContent = `X ${g.first} – O ${g.second} on ${g.board}: ${g.ending}`;
    $("ply").max = g.moves.length;
    show(g.moves.length);
  }

  function winning(g, stones) {
    const last = g.moves[g.moves.length - 1];
    if (last === undefined || stones.size < g.moves.length) return null;
    const [row, col] = [Math.floor(last / g.cols), last % g.cols];
    const own = (r, c) => r >= 0 && c >= 0 && r < g.rows && c < g.cols && stones.get(r * g.cols + c) === stones.get(last);
    for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      let [back, on] = [0, 0];
      while (own(row - (back + 1) * dr, col - (back + 1) * dc)) back++;
      while (own(row + (on + 1) * dr, col + (on + 1) * dc)) on++;
      if (back + on + 1 >= g.k) return [row - back * dr, col - back * dc, row + on * dr, col + on * dc];
    }
    return null;
  }

  function show(at) {
    ply = Math.max(0, Math.min(at, game.moves.length));
    $("ply").value = ply;
    const g = game;
    const [width, height] = [g.cols * CELL, g.rows * CELL];
    const margin = 50;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
    svg.setAttribute("role", "img");
    let grid = "";
    for (let r = 0; r <= g.rows; r++) grid += `M0 ${r * CELL}H${width}`;
    for (let c = 0; c <= g.cols; c++) grid += `M${c * CELL} 0V${height}`;
    element(svg, "path", { d: grid, class: "cell", "stroke-width": Math.max(2, g.cols / 8) });
    const size = Math.max(28, Math.min(60, g.cols * 1.6));
    const every = Math.ceil(Math.max(g.rows, g.cols) / 26);
    for (let c = 0; c < g.cols; c += every) {
      element(svg, "text", { x: (c + 0.5) * CELL, y: height + 38, "font-size": size }).textContent = letters(c);
    }
    for (let r = 0; r < g.rows; r += every) {
      element(svg, "text", { x: -28, y: height - (r + 0.5) * CELL + 10, "font-size": size }).textContent = r + 1;
    }
    const stones = new Map();
    g.moves.slice(0, ply).forEach((cell, i) => {
      const [x, y] = [((cell % g.cols) + 0.5) * CELL, height - (Math.floor(cell / g.cols) + 0.5) * CELL];
      stones.set(cell, i % 2);
      if (i === ply - 1) element(svg, "rect", { x: x - 50, y: y - 50, width: CELL, height: CELL, class: "last" });
      if (i % 2 === 0) element(svg, "path", { d: `M${x - 27} ${y - 27}l54 54m0 -54l-54 54`, class: "first" });
      else element(svg, "circle", { cx: x, cy: y, r: 29, class: "second" });
    });
    const row = ply === g.moves.length && !g.fault && winning(g, stones);
    if (row) {
      const [r1, c1, r2, c2] = row;
      element(svg, "line", { x1: (c1 + 0.5) * CELL, y1: height - (r1 + 0.5) * CELL, x2: (c2 + 0.5) * CELL, y2: height - (r2 + 0.5) * CELL, class: "row" });
    }
    $("board").replaceChildren(svg);
    const last = ply && g.moves[ply - 1];
    const took = ply && g.ms[ply - 1] != null ? `, ${g.ms[ply - 1]} ms` : ply && ply <= g.opening ? ", opening" : "";
    $("move").textContent = ply ? `Move ${ply} of ${g.moves.length}: ${ply % 2 ? "X" : "O"} ${name(g, last)}${took}` : "Before the first move";
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    $("run").textContent = "play";
  }

  function run() {
    if (timer) return stop();
    if (ply === game.moves.length) show(game.opening);
    $("run").textContent = "stop";
    timer = setInterval(() => (ply < game.moves.length ? show(ply + 1) : stop()), 400);
  }

  if (!games.length) {
    $("caption").textContent = "No game was played.";
    return;
  }
  options($("player"), games.flatMap((g) => [g.first, g.second]).sort(), "all");
  options($("on"), games.map((g) => g.board), "all");
  options($("result"), ["X wins", "O wins", "draw", "fault"], "all");
  $("start").addEventListener("click", () => show(game.opening));
  $("back").addEventListener("click", () => show(ply - 1));
  $("next").addEventListener("click", () => show(ply + 1));
  $("end").addEventListener("click", () => show(game.moves.length));
  $("run").addEventListener("click", run);
  $("ply").addEventListener("input", () => show(Number($("ply").value)));
  list();
})();
