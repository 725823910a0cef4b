/** The names in a variable, separated by commas. */
export const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
