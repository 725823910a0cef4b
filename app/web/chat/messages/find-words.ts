/**
 * Where words stand in an element, whatever marks, blanks and borders of elements stand between their letters: all of them in
 * their order, or else the first one alone.
 */
export function findWords(element: HTMLElement, words: string): Range | undefined {
  const text = lettersOf(element.textContent)
  for (const wanted of [words, /[\p{L}\p{N}]+/u.exec(words)?.[0] ?? '']) {
    const letters = lettersOf(wanted)
    const index = letters === '' ? -1 : text.indexOf(letters)
    if (index !== -1) return rangeOf(element, index, letters.length)
  }
  return undefined
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A number of letters of an element, from the one at an index. */
function rangeOf(element: HTMLElement, index: number, length: number): Range {
  const range = document.createRange()
  const last = letterAt(element, index + length - 1)
  const first = letterAt(element, index)
  range.setStart(first.text, first.offset)
  range.setEnd(last.text, last.offset + 1)
  return range
}

function letterAt(element: HTMLElement, index: number): { text: Text; offset: number } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let left = index
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const letters = lettersOf(text.data).length
    if (left >= letters) left -= letters
    else {
      let offset = 0
      for (; left > 0 || lettersOf(text.data[offset]!) === ''; offset++) left -= lettersOf(text.data[offset]!).length
      return { text, offset }
    }
  }
  throw new RangeError('no such letter')
}
