import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import type { AgentEvent } from '~/provider/agents/agent.ts'
import { claimsOf, markClaims } from '~/provider/agents/mark-claims.ts'
import { plainText } from '~/provider/agents/compliance/locate-quote.ts'
import { segmentsOf } from '~/provider/agents/translation/office/segments-of.ts'
import { workbookText } from '~/provider/agents/translation/office/vocabulary.ts'
import { parseTree } from '~/provider/agents/translation/office/xml-tree.ts'
import { openPlainText } from '~/provider/agents/translation/open-plain-text.ts'
import { composeTopic } from '~/provider/builtin/compose-topic.ts'
import { pagesAt, type Place } from '~/provider/builtin/places.ts'
import { splitSentences } from '~/provider/builtin/sentences.ts'
import { readableText } from '~/provider/webpages/html/readable-text.ts'
import { scanHtml } from '~/provider/webpages/html/scan-html.ts'
import { partsOf } from '~/web/chat/messages/verbatim.ts'

/*
 * What looked at all that came before with each new piece took minutes to hours for these. A test of them does not end in time where one
 * does so again.
 */
const times = (count: number, text: string) => text.repeat(count)
const paged = (text: string) => [{ page: 1, text }]
const chapters = (count: number): Place[] =>
  Array.from({ length: count }, (_, number) => ({ kind: 'chapter', number: String(number) }))
const words = (count: number) => Array.from({ length: count }, (_, number) => `heron${number.toString(36)}`)

describe('a text is read in one go', () => {
  test.each([
    ['a quotation that never ends', () => splitSentences(`「${times(200_000, 'あ。')}`).length, 1],
    ['abbreviations alone', () => splitSentences(times(100_000, 'No. ')).length, 1],
    ['a chapter that begins on every line', () => pagesAt(paged(times(200_000, 'Chapter 1\n')), chapters(2)).length, 1],
    ['many chapters of a long text', () => pagesAt(paged(times(20_000, 'Wait.\n')), chapters(500)).length, 0],
    [
      'a long claim with many markers',
      () => claimsOf(`${times(15_000, 'A heron waits. ')}${times(40_000, '[:&1]')}`).length,
      40_000,
    ],
    ['a paragraph of many lines', () => openPlainText(times(30_000, `${times(10, 'heron')},\n`)).segments.length, 1],
    ['plain letters of many words', () => plainText(times(300_000, 'a ')).length, 599_999],
    [
      'a page of elements that nothing closes, and ends of others',
      () => scanHtml(`<a href=/a>${times(100_000, '<div>')}${times(300_000, '</b>')}`, null).links.length,
      1,
    ],
    ['links within each other', () => readableText(times(19_000, '<p><a><p>')), undefined],
    ['a fence of many marks', () => partsOf(`${times(200_000, '`')}\na`).length, 3],
    ['an empty quotation', () => openPlainText(`Wait.\n${times(200_000, '>\n')}`).segments.length, 1],
  ])('%s', (_name, read, expected) => {
    expect(read()).toEqual(expected)
  })

  test.each([
    ['of many parts, in many sentences', words(100).join(', '), 40_000],
    ['in more sentences than a call has arguments', 'heron', 130_000],
  ])('a topic %s', (_name, topic, sentences) => {
    const file = { file_id: 1, file_name: 'a.txt', pages: paged(times(sentences, 'Up.\n')) }
    expect(composeTopic(topic, [file], 'en').references).toEqual([])
  })

  test('an answer with a claim of its own for each of many sources', async () => {
    const references = Array.from({ length: 500 }, (_, index): Reference => ({
      id: index + 1,
      type: 'document',
      name: 'a',
    }))
    const answer = async function* (): AsyncGenerator<AgentEvent> {
      yield { references }
      yield { delta: `${words(10_000).join(' ')} ${references.map(({ id }) => `[:&${id}]`).join('')}` }
    }
    const source = `${words(100).join(' ')}. `.repeat(10)
    let marked: Reference[] = []
    for await (const event of markClaims(answer(), () => source)) if ('references' in event) marked = event.references
    expect(marked).toHaveLength(500)
  })

  test('a cell with many readings, which go with its text', () => {
    const root = parseTree(`<sst><si><t>鷺</t>${times(200_000, '<rPh><t>さ</t></rPh>')}</si></sst>`)
    const [piece] = segmentsOf(root, workbookText, () => {})[0]!.pieces
    if (piece && 'write' in piece) piece.write('heron')
    expect(JSON.stringify(root)).toBe('{"":[{"sst":[{"si":[{"t":[{"#text":"heron"}]}]}]}]}')
  })
})
