/** The names in a variable, separated by commas. */
export const splitCommaList = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
