/** What the benchmark of streamed answers runs. */
export const parameters = {
  /** The size of the answer, and the smaller one from which its cost's growth is taken; in characters. */
  size: 100_000,
  smallSize: 10_000,
  /** The size of a single table and a single block of code, and the smaller one. */
  blockSize: 40_000,
  smallBlockSize: 10_000,
  /** A mount is short: so many pairs are measured, and the median of their ratios counts. */
  mounts: 9,
  /** Tokens of four characters, eight with each frame. */
  tokenLength: 4,
  tokensPerFrame: 8,
  viewport: { width: 1000, height: 800 },
  /** A run that takes longer is cut, in milliseconds. */
  timeout: 180_000,
}

/** What the product should reach (ratios to streamdown in the same run, and growth exponents). */
export const goals = { stream: 0.35, growth: 1.15, blockGrowth: 1.2, mount: 0.4 }
