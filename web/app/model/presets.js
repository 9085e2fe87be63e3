// Boards worth a name.

/** @type {{group: "classic" | "bologna" | "large", boards: {name: string, rules: string}[]}[]} */
export const PRESETS = [
  {
    group: "classic",
    boards: [
      { name: "ttt", rules: "3x3x3" },
      { name: "connect4", rules: "6x7x4g" },
      { name: "gomoku", rules: "15x15x5" },
      { name: "standard", rules: "15x15x5e" },
    ],
  },
  {
    group: "bologna",
    boards: [
      "4x3x3", "4x4x3", "4x4x4", "5x4x4", "5x5x4", "5x5x5", "6x4x4", "6x5x4", "6x6x4", "6x6x5", "6x6x6", "7x4x4", "7x5x4",
      "7x6x4", "7x7x4", "7x5x5", "7x6x5", "7x7x5", "7x7x6", "7x7x7", "8x8x4", "10x10x5", "50x50x10", "70x70x10",
      "4x4x4g", "5x5x4g", "5x6x4g", "6x6x4g", "7x7x4g", "7x6x5g", "7x7x5g", "20x20x10g", "30x30x10g", "50x50x10g",
    ].map((rules) => ({ name: "", rules })),
  },
  { group: "large", boards: ["20x20x5", "9x9x5", "8x9x4g", "100x100x30g", "100x100x10"].map((rules) => ({ name: "", rules })) },
];
