import Papa from 'papaparse'
import { decode } from '~/provider/documents/decode.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { languageCalled, type TextLanguage } from './languages.ts'
import {
  attributesOf,
  childrenOf,
  elementsNamed,
  nameOf,
  parseTree,
  textIn,
  type XmlElement,
} from './office/xml-tree.ts'

/** One meaning in several languages. */
export type Entry = Partial<Record<TextLanguage, string>>

/** What an organisation has said about its translations. */
export interface Terms {
  /** Of glossaries: words. */
  glossary: Entry[]
  /** Of translation memories: whole segments. */
  memory: Entry[]
}

/** Words without what makes no difference between them: width and blanks. */
export const normalized = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/**
 * Reads a glossary: a table whose first row names languages, by tag or name.
 *
 * @throws UnreadableDocument `unreadable_text`, also where fewer than two columns are languages
 */
export async function readGlossary(bytes: Uint8Array): Promise<Entry[]> {
  const [header = [], ...rows] = Papa.parse<string[]>(await decode(bytes), { skipEmptyLines: 'greedy' }).data
  const columns = header.map(languageCalled)
  if (columns.filter(Boolean).length < 2) throw new UnreadableDocument('unreadable_text')
  return rows.map((row) => entryOf(columns.map((language, column) => [language, row[column] ?? ''])))
}

/**
 * Reads a translation memory (TMX 1.4): the segments of each unit, without their inline codes.
 *
 * @throws UnreadableDocument `damaged`, `too_large` or `unreadable_text`
 */
export async function readMemory(bytes: Uint8Array): Promise<Entry[]> {
  return elementsNamed(parseTree(await decode(bytes)), 'tu').map((unit) =>
    entryOf(
      elementsNamed(unit, 'tuv').map((variant) => {
        const { 'xml:lang': tag, lang } = attributesOf(variant)
        return [languageCalled(tag ?? lang ?? ''), elementsNamed(variant, 'seg').map(segmentText).join('')]
      }),
    ),
  )
}

/** The two kinds of files with terms. */
export const termReaders = { glossary: readGlossary, memory: readMemory }

/** Inline codes of the tool that wrote it; what `hi` and `sub` hold is text. */
const codes = new Set(['bpt', 'ept', 'ph', 'it', 'ut'])

const segmentText = (node: XmlElement): string =>
  childrenOf(node)
    .map((child) =>
      '#text' in child || nameOf(child) === '#cdata'
        ? textIn({ '': [child] })
        : codes.has(nameOf(child))
          ? ''
          : segmentText(child),
    )
    .join('')

const entryOf = (texts: [language: TextLanguage | undefined, text: string][]): Entry =>
  Object.fromEntries(
    texts
      .filter(([language, text]) => language && text.trim() !== '')
      .map(([language, text]) => [language, text.trim()]),
  )

/** What each text of another language is called in this one; of several, what came first. */
export function lookUp(entries: Entry[], to: TextLanguage, keyOf: (text: string) => string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of entries) {
    const target = entry[to]
    if (target === undefined) continue
    for (const [language, text] of Object.entries(entry)) {
      if (language !== to && !found.has(keyOf(text))) found.set(keyOf(text), target)
    }
  }
  return found
}
