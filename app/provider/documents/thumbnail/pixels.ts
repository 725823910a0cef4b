/** A picture as rows of red, green, blue and alpha, a byte each. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

/** Pixels of a thumbnail's longer side. */
export const thumbnailSide = 320

/** The size of a thumbnail of a picture: never larger than the picture. */
export function thumbnailSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * A picture made smaller to a thumbnail: each pixel is the mean of those that it stands for, weighted by their alpha, so
 * that what is transparent lends no colour.
 */
export function scaledDown({ width, height, data }: Pixels): Pixels {
  const target = thumbnailSize(width, height)
  const scaled = new Uint8Array(target.width * target.height * 4)
  for (let y = 0; y < target.height; y++) {
    const [top, bottom] = span(y, target.height, height)
    for (let x = 0; x < target.width; x++) {
      const [left, right] = span(x, target.width, width)
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let row = top; row < bottom; row++) {
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          const weight = data[at + 3]!
          red += data[at]! * weight
          green += data[at + 1]! * weight
          blue += data[at + 2]! * weight
          alpha += weight
        }
      }
      const at = (y * target.width + x) * 4
      if (alpha === 0) continue
      scaled[at] = Math.round(red / alpha)
      scaled[at + 1] = Math.round(green / alpha)
      scaled[at + 2] = Math.round(blue / alpha)
      scaled[at + 3] = Math.round(alpha / ((bottom - top) * (right - left)))
    }
  }
  return { ...target, data: scaled }
}

/** The pixels of a side that one of the smaller side stands for: from the first until before the second. */
function span(index: number, small: number, large: number): [number, number] {
  const start = Math.floor((index * large) / small)
  return [start, Math.max(start + 1, Math.floor(((index + 1) * large) / small))]
}
