import { imageSize } from 'image-size'

/** The size of a picture as it is seen, in pixels. */
export interface Dimensions {
  width: number
  height: number
  /** How the stored picture is turned and mirrored to be seen: 1 to 8 (EXIF 2.32, tag 0x0112); 1 is as it is stored. */
  orientation: number
}

/** Bytes from the beginning of a picture that hold its size, after whatever a camera puts in front. */
export const headerBytes = 1024 * 1024

/** Reads a picture's size from its header; `undefined` where there is none to read. */
export function imageDimensions(head: Uint8Array): Dimensions | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    if (!(width > 0 && height > 0)) return undefined
    return isTurned(orientation) ? { width: height, height: width, orientation } : { width, height, orientation }
  } catch {
    return undefined
  }
}

/** Whether width and height change places between the stored picture and the one that is seen. */
export const isTurned = (orientation: number) => orientation >= 5 && orientation <= 8
