/** A text of at most this many characters, with a sign where it was cut; no character is cut in two. */
export const truncate = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…` : text
