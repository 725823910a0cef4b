/** `Introduction ........ 5` */
const leader = /[\p{L}\p{N})）」』]\s*(?:\.{3}|(?:\. ){3}|…+|‥+|・{3,}|･{3,}|_{3,})[\s.]*\d{1,4}$/u
/** `Introduction 5`, below `Contents` */
const numbered = /^[^\p{L}]*\p{L}.*[\s\u3000]\d{1,4}$/u
const name = /^(?:\d[\d.]*\s*)?(?:(?:table of )?contents|index|目\s*次|もくじ|索引)$/iu
const fewest = 3

/** Whether a passage is mostly of a table of contents: it has the words of a question, and answers none. */
export function isContents(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = (pattern: RegExp, of: string[]) => of.filter((line) => pattern.test(line.trim())).length
  const most = (count: number) => count >= fewest && count > lines.length / 2
  return most(entries(leader, lines)) || (name.test(lines[0]?.trim() ?? '') && most(entries(numbered, lines.slice(1))))
}
