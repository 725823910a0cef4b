/**
 * In the page: types into a box as by hand, after what is there by then. A question may have come back into it since it was last
 * looked at, which nobody would overwrite.
 *
 * @returns the page's path
 */
export function typeAtEnd(element: Element, words: string): string {
  const box = element as HTMLTextAreaElement
  box.focus()
  box.setSelectionRange(box.value.length, box.value.length)
  document.execCommand('insertText', false, words)
  return location.pathname
}
