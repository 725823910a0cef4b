import { type XmlElement, childrenOf, nameOf } from './xml-tree.ts'

/** How a markup language of Office's writes text. */
export interface Vocabulary {
  paragraphs: Set<string>
  run: string
  /** A run's properties: runs that follow each other with the same are one. */
  look: string
  text: string
  /** What ends a segment within a paragraph. */
  breaks: Set<string>
  /** What has no text that is seen; not looked into. */
  skipped: Set<string>
  /** What lies between runs without being seen: proofing marks, bookmarks. */
  silent: Set<string>
  /** What says how the text is read; without meaning for a translation. */
  readings: Set<string>
  /** What of a look is of no account: the language, marks of the spelling checker, hints for choosing a font by script. */
  unseen: Set<string>
  /** Makes a run seen as untranslated. */
  mark?: (run: XmlElement) => void
}

/** Documents (WordprocessingML). */
export const documentText: Vocabulary = {
  paragraphs: new Set(['w:p']),
  run: 'w:r',
  look: 'w:rPr',
  text: 'w:t',
  breaks: new Set(['w:tab', 'w:br', 'w:cr', 'w:ptab']),
  skipped: new Set(['w:pPr', 'w:rPr', 'w:sdtPr', 'w:del', 'w:moveFrom', 'w:instrText']),
  silent: new Set([
    'w:proofErr',
    'w:bookmarkStart',
    'w:bookmarkEnd',
    'w:commentRangeStart',
    'w:commentRangeEnd',
    'w:lastRenderedPageBreak',
  ]),
  readings: new Set(['w:rt']),
  unseen: new Set(['w:lang', 'w:noProof', 'w:hint']),
  mark: (run) => {
    // In a run's properties only the record of a change has a place, the last one.
    const highlight = { 'w:highlight': [], ':@': { 'w:val': 'yellow' } }
    addToLook(run, documentText.look, highlight, new Set(['w:rPrChange']))
  },
}

/** Slides, shapes and diagrams (DrawingML). */
export const drawingText: Vocabulary = {
  paragraphs: new Set(['a:p']),
  run: 'a:r',
  look: 'a:rPr',
  text: 'a:t',
  breaks: new Set(['a:br', 'a:fld']),
  skipped: new Set(['a:pPr', 'a:rPr', 'a:endParaRPr']),
  silent: new Set(),
  readings: new Set(),
  unseen: new Set(['lang', 'altLang', 'dirty', 'err', 'noProof', 'smtClean']),
  mark: (run) => {
    const highlight = { 'a:highlight': [{ 'a:srgbClr': [], ':@': { val: 'FFFF00' } }] }
    addToLook(run, drawingText.look, highlight, behindHighlight)
  },
}

/** What the schema of DrawingML has after a highlight. */
const behindHighlight = new Set(
  ['uLnTx', 'uLn', 'uFillTx', 'uFill', 'latin', 'ea', 'cs', 'sym', 'hlinkClick', 'hlinkMouseOver', 'rtl', 'extLst'].map(
    (name) => `a:${name}`,
  ),
)

/** The strings and comments of workbooks (SpreadsheetML); a cell has no mark that is not its style. */
export const workbookText: Vocabulary = {
  paragraphs: new Set(['si', 'is', 'text']),
  run: 'r',
  look: 'rPr',
  text: 't',
  breaks: new Set(),
  skipped: new Set(['rPr', 'phoneticPr']),
  silent: new Set(),
  readings: new Set(['rPh']),
  unseen: new Set(),
}

function addToLook(run: XmlElement, look: string, property: XmlElement, behind: Set<string>): void {
  let properties = childrenOf(run).find((child) => nameOf(child) === look)
  if (!properties) childrenOf(run).unshift((properties = { [look]: [] }))
  const present = childrenOf(properties)
  if (present.some((child) => nameOf(child) === nameOf(property))) return
  const at = present.findIndex((child) => behind.has(nameOf(child)))
  present.splice(at < 0 ? present.length : at, 0, property)
}
