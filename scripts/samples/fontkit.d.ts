/** The little of fontkit that the samples need; the package has no types of its own. */
declare module 'fontkit' {
  interface Subset {
    encode(): Uint8Array
  }
  interface Font {
    createSubset(): Subset
  }
  export function create(bytes: Uint8Array, postscriptName?: string): Font
}
