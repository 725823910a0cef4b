import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { QuotedAnswer } from './compose-answer.ts'
import { nameOf, type Text } from './compose-summary.ts'
import { piecesOf } from './pieces.ts'
import { type Place, pagesAt } from './places.ts'
import { escapeMarkdown } from './quote.ts'

interface Places {
  /** As the question has them. */
  names: string[]
  places: Place[]
}

/**
 * Quotes of files only what stands on the pages or in the sections that a question names, and says so, also of which files have none.
 * @param compose quotes from what was chosen
 * @returns undefined where a section was asked for that no file has by its number
 */
export function composePlaces(
  { names, places }: Places,
  texts: Text[],
  { language, compose }: { language: Language; compose: (chosen: Text[]) => QuotedAnswer },
): QuotedAnswer | undefined {
  const locale = { locale: language }
  const chosen = texts.map((text) => {
    const pages = pagesAt(text.pages, places)
    return { text: { ...text, pages }, isLacking: pages.length === 0 && text.pages.length > 0 }
  })
  const isNowhere = chosen.every(({ text }) => text.pages.length === 0)
  if (isNowhere && places.some((place) => 'kind' in place)) return undefined
  const place = new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map(escapeMarkdown))
  const absent = chosen
    .filter(({ isLacking }) => isLacking)
    .map(({ text }) => `${nameOf(text)}\n\n${m.builtin_place_absent({ place }, locale)}`)
  if (isNowhere && absent.length > 0) {
    const blocks = [...absent, `*${m.builtin_closing_nothing({}, locale)}*`]
    return { pieces: piecesOf(blocks.join('\n\n')), references: [] }
  }
  const { pieces, references } = compose(chosen.flatMap(({ text, isLacking }) => (isLacking ? [] : [text])))
  const lead = [m.builtin_place({ place }, locale), ...absent, '']
  return { pieces: [...piecesOf(lead.join('\n\n')), ...pieces], references }
}
