import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { isHeading } from '~/provider/search/passages.ts'
import type { TextPage } from './central-sentences.ts'
import { nameOf, type Text } from './compose-summary.ts'
import { firstNames } from './quote.ts'

/** Headings of a file that are named at most. */
const maxHeadings = 10

/** What can be asked about where nothing was found: the headings of each file, in Markdown; empty where no file has any. */
export function offerHeadings(texts: Text[], language: Language): string[] {
  const lists = texts.flatMap((text) => {
    const headings = headingsOf(text.pages)
    return headings.length === 0 ? [] : [`${nameOf(text)}\n\n${firstNames(headings, maxHeadings)}`]
  })
  return lists.length === 0 ? [] : [m.builtin_headings({}, { locale: language }), ...lists]
}

/** The lines above paragraphs, each once. What stands on most pages is the head of a page. */
function headingsOf(pages: TextPage[]): string[] {
  const found = new Map<string, number>()
  for (const { text } of pages) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const headings = lines.filter(
      (line, index) => isTelling(line) && lines[index + 1] !== undefined && !isHeading(lines[index + 1]!),
    )
    for (const heading of new Set(headings)) found.set(heading, (found.get(heading) ?? 0) + 1)
  }
  return [...found].filter(([, times]) => times < 3 || times < pages.length / 2).map(([heading]) => heading)
}

const isTelling = (line: string) => isHeading(line) && (line.match(/\p{L}/gu)?.length ?? 0) > 1
