/** The address of the page on which a code sets a password. After the `#` no server and no log ever gets it. */
export const linkOf = (origin: string, code: string): string => `${origin}/password#${code}`
