// Zoom and pan of an SVG by its view box: wheel, pinch, drag, buttons.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

export class Zoom {
  /** @param {SVGSVGElement} svg @param {(x: number, y: number, event: PointerEvent) => void} tap  hears taps and clicks that were no drag
   * @param {(box: Box, full: Box) => void} [changed] hears what is shown now */
  constructor(svg, tap, changed = () => {}) {
    this.svg = svg;
    this.tap = tap;
    this.changed = changed;
    /** @type {Box} */
    this.full = { x: 0, y: 0, w: 1, h: 1 };
    this.box = { ...this.full };
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    this.moved = 0;
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
  }

  /** Shows all of this.  @param {Box} full */
  fit(full = this.full) {
    this.full = full;
    this.box = { ...full };
    this.apply();
  }

  get zoomed() {
    return this.box.w < this.full.w * 0.999;
  }

  apply() {
    const { full, box } = this;
    const most = Math.min(1, box.w / full.w);
    box.w = full.w * most;
    box.h = full.h * most;
    box.x = Math.max(full.x, Math.min(box.x, full.x + full.w - box.w));
    box.y = Math.max(full.y, Math.min(box.y, full.y + full.h - box.h));
    this.svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].map((n) => n.toFixed(2)).join(" "));
    this.svg.classList.toggle("zoomed", this.zoomed);
    this.changed(box, full);
  }

  /** Zooms about a point of the drawing.  @param {number} factor @param {{x: number, y: number}} [at] */
  by(factor, at = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 }) {
    const { box, full } = this;
    const w = Math.max(full.w / 24, Math.min(full.w, box.w / factor));
    const ratio = w / box.w;
    box.x = at.x - (at.x - box.x) * ratio;
    box.y = at.y - (at.y - box.y) * ratio;
    box.w = w;
    this.apply();
  }

  /** Brings a point into sight.  @param {number} x @param {number} y @param {number} margin */
  reveal(x, y, margin) {
    const { box } = this;
    if (!this.zoomed) return;
    if (x - margin < box.x) box.x = x - margin;
    if (y - margin < box.y) box.y = y - margin;
    if (x + margin > box.x + box.w) box.x = x + margin - box.w;
    if (y + margin > box.y + box.h) box.y = y + margin - box.h;
    this.apply();
  }

  /** From the screen to the drawing.  @param {{clientX: number, clientY: number}} event */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    // A board that is seen whole lets the page scroll unless it is meant: Ctrl, or a board with much to see.
    if (!event.ctrlKey && !this.zoomed && this.svg.dataset.large !== "yes") return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * 0.0022), this.point(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.moved = 0;
    this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    const [a, b] = [this.point(before), this.point(event)];
    this.moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (others.length) {
      const still = others[0];
      const apart = (/** @type {PointerEvent} */ e) => Math.hypot(e.clientX - still.clientX, e.clientY - still.clientY);
      this.by(apart(event) / Math.max(1, apart(before)), this.point(still));
    } else if (this.zoomed && this.moved > 7) {
      if (!this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
      this.box.x -= b.x - a.x;
      this.box.y -= b.y - a.y;
      this.apply();
    }
    this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const known = this.fingers.delete(event.pointerId);
    if (!known || this.fingers.size) return;
    if (this.moved <= (event.pointerType === "mouse" ? 7 : 14)) {
      const { x, y } = this.point(event);
      this.tap(x, y, event);
    }
  }
}
