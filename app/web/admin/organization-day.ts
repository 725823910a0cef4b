/** The day that it is in a time zone: 2026-11-21; its beginning names the month. */
export const dayIn = (timeZone: string, at = new Date()) =>
  // Swedish writes dates as y-MM-dd.
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at)
