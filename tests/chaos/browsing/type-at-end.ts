/**
 * In the page: types into a box as by hand, after what is there by then. A question may have come back into it since it was last
 * looked at, which nobody would overwrite.
 *
 * @returns the page's path
 * @throws where the box takes nothing
 */
export function typeAtEnd(element: Element, words: string): string {
  const box = element as HTMLTextAreaElement
  box.focus()
  box.setSelectionRange(box.value.length, box.value.length)
  document.execCommand('insertText', false, words)
  if (!box.value.endsWith(words)) throw new Error('the box takes nothing')
  return location.pathname
}
