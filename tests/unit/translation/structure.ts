import { strFromU8, unzipSync } from 'fflate'
import { DOMParser } from 'linkedom'

/** The parts of an Office document: of those with words their markup without the words, of the others every byte. */
export function structureOf(bytes: Uint8Array, words: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [
      name,
      words.test(name) ? withoutWords(strFromU8(part)) : strFromU8(part, true),
    ]),
  )
}

/** Read by another parser than the one that wrote it. */
function withoutWords(source: string): string {
  const document = new DOMParser().parseFromString(source, 'text/xml')
  for (const text of document.querySelectorAll('*')) {
    if (!/^(w:t|a:t|t)$/.test(text.tagName)) continue
    text.removeAttribute('xml:space')
    text.textContent = ''
  }
  return document.toString()
}

/** The words of a part, in its order. */
export function wordsOf(bytes: Uint8Array, name: string): string[] {
  const document = new DOMParser().parseFromString(strFromU8(unzipSync(bytes)[name]!), 'text/xml')
  return [...document.querySelectorAll('*')]
    .filter(({ tagName }) => /^(w:t|a:t|t)$/.test(tagName))
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text !== '')
}
