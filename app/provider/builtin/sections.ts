import { isHeading } from '~/provider/search/passages.ts'
import type { CentralSentence, TextPage } from './central-sentences.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence with the headings that it stands under: '4 Security' and '4.1 Passwords'. */
export interface SectionedSentence extends CentralSentence {
  section: string
}

/** All sentences and rows of a text in its order, without its table of contents. A section goes on over its pages. */
export function sectionedSentences(pages: TextPage[]): SectionedSentence[] {
  const sections = new Sections()
  return pages.flatMap(({ page, text }) => {
    const before = sections.last
    for (const line of text.split('\n')) if (isHeading(line)) sections.open(line)
    return sentencesOf(text)
      .filter(({ row }) => !row?.some(({ name }) => /^(page|ページ|頁)$/i.test(name.trim())))
      .map((sentence) => {
        const heading = sentence.context.split('\n', 1)[0]!
        return { ...sentence, page, section: heading === '' ? before : sections.pathOf(heading) }
      })
  })
}

/** The headings of a text so far, each under those of the numbers above its own, or under its chapter. */
class Sections {
  last = ''
  #chapter = ''
  readonly #numbered = new Map<string, string>()
  readonly #paths = new Map<string, string>()

  open(heading: string) {
    const number = /^(\d+(?:\.\d+)*)\.?\s/.exec(heading)?.[1]
    if (number !== undefined) this.#numbered.set(number, heading)
    if (/^第.{1,4}章/.test(heading)) this.#chapter = heading
    const above = /^第.{1,5}[条節]/.test(heading) ? [this.#chapter] : this.#above(number)
    this.last = [...above, heading].join('\n')
    this.#paths.set(heading, this.last)
  }

  pathOf(heading: string): string {
    return this.#paths.get(heading) ?? heading
  }

  /** Of 4.1.2: 4 and 4.1. */
  #above(number = ''): string[] {
    const steps = number.split('.')
    return steps.slice(1).flatMap((_, index) => this.#numbered.get(steps.slice(0, index + 1).join('.')) ?? [])
  }
}
