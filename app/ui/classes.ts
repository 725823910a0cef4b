/** Joins class names and drops what is false or empty. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
