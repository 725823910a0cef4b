/** The opening of a fenced block of code. */
export interface Fence {
  /** The first word after the fence. */
  language: string
  closes(line: string): boolean
  /** The code between the fences, without the fence's own indentation and the last line ending. */
  contentOf(text: string): string
}

const fenceLine = /^( {0,3})(`{3,}(?!`)|~{3,}(?!~))([^\n]*)$/

/** The fence that a line opens, if it does. */
export function fenceAt(line: string): Fence | null {
  const [, indent = '', marks = '', behind = ''] = fenceLine.exec(line) ?? []
  const info = behind.replace(/^[ \t]+/, '')
  if (!marks || (marks.startsWith('`') && info.includes('`'))) return null
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*\\r?$`)
  const indentation = new RegExp(`^ {0,${indent.length}}`, 'gm')
  return {
    language: /^[^\s{]*/.exec(info)![0].replace(/\\(?=[!-/:-@[-`{-~])/g, ''),
    closes: (line) => closing.test(line),
    contentOf: (text) => withoutLastLineEnding(indent ? text.replace(indentation, '') : text),
  }
}

/** A heading that needs no more than its line. */
export const headingLine = /^#{1,6}(?:[ \t]|\r?$)/

const underline = /^ {0,3}(?:=+|-+)[ \t]*\r?$/
/** Lines of a paragraph that certainly begin nothing else: no quote, HTML, definition, math or code. */
const plainLines = /^(?: {0,3}[^\s>[<$\\|].*\n)+$/

/** Whether a line underlines the paragraph before it, which makes both a heading. */
export const isUnderline = (line: string, paragraph: () => string) =>
  underline.test(line) && plainLines.test(paragraph())

/** What distinguishes the list that a line's marker belongs to: its bullet or its delimiter. */
export function listMarkerOf(line: string): string {
  const [, bullet, delimiter] = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:[ \t]|\r?$)/.exec(line) ?? []
  return bullet ?? delimiter ?? ''
}

const htmlKinds: [start: RegExp, end: RegExp][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
]

/** What ends the HTML that a line begins, where blank lines do not (CommonMark 0.31, 4.6, kinds 1 to 5); else null. */
export function htmlEndOf(line: string): RegExp | null {
  if (!line.trimStart().startsWith('<')) return null
  const end = htmlKinds.find(([start]) => start.test(line))?.[1]
  return end && !end.test(line.replace(/^ *<!(--)?/, '')) ? end : null
}

const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?\r?$/

/** Whether a line is the row of dashes below a table's heading. */
export const isDelimiterRow = (line: string, heading: string) =>
  (line.includes('|') || heading.includes('|')) &&
  delimiterRow.test(line) &&
  !listMarkerOf(heading) &&
  !/^ {0,3}[>\t]/.test(heading) &&
  cellsOf(line) === cellsOf(heading)

const cellsOf = (line: string) =>
  (line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .match(/(?<!\\)\|/g)?.length ?? 0) + 1

/** Whether a line below a table's heading is a row of it and not the beginning of another block. */
export const isTableRow = (line: string) =>
  !headingLine.test(line) &&
  !fenceAt(line) &&
  !listMarkerOf(line) &&
  !/^(?: {4}|\t| {0,3}(?:>|<[a-z!/?]|(?:[-*_][ \t]*){3,}\r?$))/i.test(line)

const withoutLastLineEnding = (text: string) =>
  text.endsWith('\r\n') ? text.slice(0, -2) : text.endsWith('\n') ? text.slice(0, -1) : text
