/** Saves what an address answers with, an attachment, on the reader's device; the page stays where it is. */
export function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  // Takes effect at our own origin, where it keeps an answer that is no attachment (an error) from replacing the page.
  link.download = ''
  link.click()
}

/** Saves a file that was made here on the reader's device. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
