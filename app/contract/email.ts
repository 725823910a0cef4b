/**
 * An address in the one form in which it is stored and compared: trimmed, ASCII letters in lower case. Unicode is left
 * alone: folding it (NFKC, full lower case) would make look-alikes of an invited address equal to it.
 */
export function comparableEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
