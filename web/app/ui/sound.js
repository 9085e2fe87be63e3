// Small sounds, made here: wood for a stone, a thud for a disc, a few notes for an end.

import { recall, remember } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** On, unless switched off or the system asks for less motion. */
export const soundOn = () => recall("sound", !matchMedia("(prefers-reduced-motion: reduce)").matches);

/** @param {boolean} on */
export const setSound = (on) => remember("sound", on);

/** A tone that dies away.  @param {number} pitch @param {number} at seconds from now @param {{length?: number, loud?: number, shape?: OscillatorType, fall?: number}} [how] */
function tone(pitch, at, { length = 0.18, loud = 0.12, shape = "sine", fall = 1 } = {}) {
  if (!context) return;
  const start = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  oscillator.frequency.exponentialRampToValueAtTime(pitch * fall, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

const SOUNDS = {
  pen: () => tone(1400, 0, { length: 0.05, loud: 0.03, shape: "triangle", fall: 0.7 }),
  stone: () => { tone(720, 0, { length: 0.07, loud: 0.12, shape: "triangle", fall: 0.55 }); tone(2300, 0, { length: 0.02, loud: 0.03 }); },
  disc: () => { tone(190, 0.26, { length: 0.12, loud: 0.2, fall: 0.5 }); tone(170, 0.4, { length: 0.08, loud: 0.08, fall: 0.5 }); },
  won: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, 0.1 * i, { length: 0.4, loud: 0.1, shape: "triangle" })),
  lost: () => [392, 330, 262].forEach((pitch, i) => tone(pitch, 0.15 * i, { length: 0.45, loud: 0.08 })),
  drawn: () => [440, 440].forEach((pitch, i) => tone(pitch, 0.16 * i, { length: 0.25, loud: 0.08 })),
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!soundOn()) return;
  // A browser lets a page make sounds once somebody has touched it.
  if (!context && navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
}

/** A stone arrives on a board of this dress.  @param {"pencil" | "stones" | "discs"} dress */
export const landed = (dress) => sound(/** @type {const} */ ({ pencil: "pen", stones: "stone", discs: "disc" })[dress]);
