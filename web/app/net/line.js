// The line to the engine: a WebSocket to the server that the page came from, which comes back by itself. The static site has another
// file of this name, a line to workers; nothing else of the page differs.

/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {{opened: () => void, heard: (reply: Reply) => void, lost: () => void}} Ends  What the one who calls wants to know. */

export class Line {
  /** @param {Ends} ends */
  constructor(ends) {
    this.ends = ends;
    /** @type {string[]} Asked before the connection was there. */
    this.waiting = [];
    this.pause = 250;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = 250;
      this.waiting.splice(0).forEach((text) => socket.send(text));
      this.ends.opened();
    };
    socket.onmessage = (event) => this.ends.heard(JSON.parse(event.data));
    socket.onclose = () => {
      this.ends.lost();
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 8000);
    };
  }

  /** @param {Request} message */
  send(message) {
    const text = JSON.stringify(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.waiting.push(text);
  }
}
