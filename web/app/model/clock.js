// The two clocks of a game: time used, or time left when there is a limit.

export class Clocks {
  /** @param {number} limit milliseconds for each side; 0 is none @param {() => void} tick @param {number[]} [used] so far */
  constructor(limit, tick, used = [0, 0]) {
    this.limit = limit;
    this.used = [...used];
    /** @type {0 | 1 | null} */
    this.side = null;
    this.since = 0;
    this.timer = setInterval(() => this.side !== null && tick(), 200);
  }

  /** Lets one side's clock run, or none.  @param {0 | 1 | null} side */
  run(side) {
    if (side === this.side) return;
    const now = performance.now();
    if (this.side !== null) this.used[this.side] += now - this.since;
    this.side = side;
    this.since = now;
  }

  /** @param {0 | 1} side */
  spent(side) {
    return this.used[side] + (this.side === side ? performance.now() - this.since : 0);
  }

  /** @param {0 | 1} side */
  expired(side) {
    return this.limit > 0 && this.spent(side) >= this.limit;
  }

  /** @param {0 | 1} side */
  text(side) {
    const shown = this.limit ? Math.max(0, this.limit - this.spent(side)) + 999 : this.spent(side);
    const seconds = Math.floor(shown / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  end() {
    this.run(null);
    clearInterval(this.timer);
  }
}
