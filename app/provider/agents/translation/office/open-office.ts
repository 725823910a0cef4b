import { Zip, ZipDeflate } from 'fflate'
import { concatenated } from '~/encoding/concatenated.ts'
import { inflateEntries, readEntries } from '~/provider/documents/archive.ts'
import { UnreadableDocument, limits } from '~/provider/documents/document.ts'
import { type Segment, type Translatable, plainOf } from '../segment.ts'
import { segmentsOf } from './segments-of.ts'
import { type Vocabulary, documentText, drawingText, workbookText } from './vocabulary.ts'
import { attributesOf, buildTree, elementsNamed, parseTree, unescaped } from './xml-tree.ts'

export type OfficeFormat = 'docx' | 'pptx' | 'xlsx'

/** The parts with text that readers see, and the language they are written in. Charts show what their cells say. */
const parts: Record<OfficeFormat, [names: RegExp, words: Vocabulary][]> = {
  docx: [
    [/^word\/(document|header|footer|footnotes|endnotes|comments)\d*\.xml$/, documentText],
    [/^word\/diagrams\/(data|drawing)\d*\.xml$/, drawingText],
  ],
  pptx: [[/^ppt\/(slides\/slide|notesSlides\/notesSlide|diagrams\/data|diagrams\/drawing)\d*\.xml$/, drawingText]],
  xlsx: [
    [/^xl\/(sharedStrings|comments\d*|worksheets\/sheet\d*)\.xml$/, workbookText],
    [/^xl\/(drawings|diagrams)\/(data|drawing)\d*\.xml$/, drawingText],
  ],
}

/**
 * An Office document whose texts can be replaced where they stand: every other part keeps its bytes, and within a part
 * everything but the words stays.
 *
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function openOffice(bytes: Uint8Array, format: OfficeFormat): Translatable {
  const wordsOf = (name: string) => parts[format].find(([names]) => names.test(name))?.[1]
  const isTable = (name: string) => format === 'xlsx' && /^xl\/tables\/[^/]+\.xml$/.test(name)
  const entries = [...readEntries(bytes, (name) => wordsOf(name) !== undefined || isTable(name))].map(
    ([name, entry]) => ({ name, source: new TextDecoder().decode(entry) }),
  )
  const texts = entries.filter(({ name, source }) => wordsOf(name) && !isSheetWithoutText(name, source))
  if (texts.reduce((sum, { source }) => sum + source.length, 0) > limits.xmlBytes) {
    throw new UnreadableDocument('too_large')
  }
  // Office never writes one; entities of its own could stand in place of texts.
  if (texts.some(({ source }) => source.includes('<!DOCTYPE'))) throw new UnreadableDocument('damaged')
  const opened = texts.map(({ name, source }) => {
    const part = { name, root: parseTree(source), changed: false }
    return { part, segments: segmentsOf(part.root, wordsOf(name)!, () => (part.changed = true)) }
  })
  const columns = new Set(entries.filter(({ name }) => isTable(name)).flatMap(({ source }) => columnNames(source)))
  const staysInTable = (segment: Segment) => columns.has(plainOf(segment))
  return {
    segments: opened.flatMap(({ segments }) => segments).filter((segment) => !staysInTable(segment)),
    extension: format,
    save: async () => {
      const changed = opened.filter(({ part }) => part.changed)
      const encoder = new TextEncoder()
      return rewriteArchive(
        bytes,
        new Map(changed.map(({ part }) => [part.name, encoder.encode(buildTree(part.root))])),
      )
    },
  }
}

/** Large sheets as a rule: their texts are in the shared strings. */
const isSheetWithoutText = (name: string, source: string) =>
  name.startsWith('xl/worksheets/') && !source.includes('inlineStr')

/** Formulas refer to the columns of a table by what stands in its head, which therefore stays. */
const columnNames = (source: string): string[] =>
  elementsNamed(parseTree(source), 'tableColumn').map((column) =>
    unescaped(attributesOf(column).name ?? '').replaceAll('_x000a_', '\n'),
  )

/**
 * A ZIP archive with some entries replaced, in the order they have; the bytes of the others pass through piece by piece,
 * and are never held inflated.
 *
 * @throws UnreadableDocument `damaged`, or `too_large` for entries that inflate to more than is allowed
 */
function rewriteArchive(bytes: Uint8Array, replaced: Map<string, Uint8Array>): Uint8Array {
  const output: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    output.push(data)
  })
  inflateEntries(bytes, ({ name, compression }) => {
    // What was stored as it is (images) would not get smaller.
    const copy = new ZipDeflate(name, { level: compression === 0 ? 0 : 6 })
    zip.add(copy)
    const replacement = replaced.get(name)
    return (data, final) => {
      if (!replacement) copy.push(data, final)
      else if (final) copy.push(replacement, true)
    }
  })
  zip.end()
  return concatenated(output)
}
