import { type CodeSpans, codeSpansOf } from '~/ui/markdown/code-spans.ts'

/** What may begin code or a formula: a fence, backticks, dollars, TeX's brackets; `[:&1]` is a source. */
const opening = /^ {0,3}(`{3,}|~{3,})|`+|\$\$|(?<!\\)\$(?=[^\n$]+\$)|\\\(|\\\[(?!:&)/gm

/** A stretch of Markdown; what is verbatim keeps its backslashes. */
interface Part {
  text: string
  isVerbatim: boolean
}

/** Markdown, cut into code and formulas and what stands between them. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = []
  const endOf = ends(markdown)
  let from = 0
  opening.lastIndex = 0
  for (let found = opening.exec(markdown); found; found = opening.exec(markdown)) {
    const { 0: mark, 1: fence, index } = found
    const end = endOf(index, mark, fence)
    if (end === undefined) continue
    opening.lastIndex = end
    parts.push({ text: markdown.slice(from, index), isVerbatim: false })
    parts.push({ text: markdown.slice(index, end), isVerbatim: true })
    from = end
  }
  return [...parts, { text: markdown.slice(from), isVerbatim: false }]
}

/** Tells where what a mark opens ends. What closes nothing behind one place closes nothing behind a later one. */
function ends(markdown: string) {
  let spans: CodeSpans | undefined
  const missing = new Set<string>()
  const behind = (mark: string, from: number): number | undefined => {
    const at = missing.has(mark) ? -1 : markdown.indexOf(mark, from)
    if (at === -1) missing.add(mark)
    return at === -1 ? undefined : at + mark.length
  }
  return (at: number, mark: string, fence: string | undefined): number | undefined => {
    const inside = at + mark.length
    if (fence) return endOfFence(markdown, inside, fence)
    if (mark.startsWith('`')) return (spans ??= codeSpansOf(markdown))(at)
    return behind({ '\\(': '\\)', '\\[': '\\]' }[mark] ?? mark, inside)
  }
}

/** A fence that nothing closes goes on to the end. */
function endOfFence(markdown: string, from: number, fence: string): number {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[\`~]*[ \\t]*$`, 'gm')
  closing.lastIndex = from
  return closing.test(markdown) ? closing.lastIndex : markdown.length
}
