import { expect, test } from 'vitest'
import { askedPlaces } from '~/provider/agents/analysis/asked-places.ts'
import { askedTopic } from '~/provider/agents/analysis/asked-topic.ts'
import { harmfulPartsOf } from '~/provider/agents/tables/question/harmless-words.ts'
import { openMarkdown } from '~/provider/agents/translation/open-markdown.ts'
import { factsOf } from '~/provider/builtin/facts/find-facts.ts'
import { tablesIn } from '~/provider/builtin/facts/tables.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import { snippetOf } from '~/provider/conversations/search/mark.ts'
import { wantedIn } from '~/provider/conversations/search/match.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { drawnText } from '~/provider/documents/markdown.ts'
import { cleanFileName } from '~/provider/files/file-name.ts'
import { passagesOf } from '~/provider/search/passages.ts'
import { directivesOf } from '~/provider/webpages/robots-directives.ts'
import { withoutCodeSpans } from '~/ui/markdown/code-spans.ts'
import { wordsOf } from '~/ui/markdown/words.ts'
import { partsOf } from '~/viewer/page-parts.ts'
import { withoutEscapes } from '~/web/chat/messages/copy-answer.ts'

/*
 * Patterns that look from each character to the end of a line took minutes to hours for these, and nobody else is answered meanwhile. A
 * test of them does not end in time where one does so again.
 */
const many = (text: string) => text.repeat(200_000 / text.length)

test.each([
  ['facts, of a line of spaces', () => factsOf(`${many(' ')}x`).facts, []],
  ['facts, of one that names its value after many spaces', () => factsOf(`Total${many(' ')}: 5`).facts.length, 0],
  ['tables, of a line of tabs', () => tablesIn(`${many('\t')}x`), []],
  ['passages, of dots', () => passagesOf(`A${many('.')}x`).join('').length, 200_002],
  ['text, of comments that do not end', () => drawnText(`<p>${many('<!--')}x`), ''],
  ['text, of tags that do not end', () => drawnText(`<p>${many('<')}x`), `${many('<')}x`],
  ['a file, of comments', () => detectMimeType(new TextEncoder().encode(many('<!---->')), 'a'), 'text/plain'],
  ['words, of spaces', () => wordsOf(`a${many(' ')}b`)?.text.length, 200_002],
  ['a topic, of の', () => askedTopic(requestIn(`${many('の')}の要約`), []), undefined],
  ['a topic, of spaces', () => askedTopic(requestIn(`Summarise${many(' ')}x`), []), undefined],
  [
    'a topic, of words for the file',
    () => askedTopic(`Compare x and ${'most important ideas, '.repeat(60)}!x`, []) !== undefined,
    true,
  ],
  ['places, of figures', () => askedPlaces(requestIn(`${many('1')}を要約`)), undefined],
  ['words that say nothing', () => harmfulPartsOf(`${'には'.repeat(100)}ほ`, { follows: false }).length, 1],
  ['facts, of letters', () => factsOf(many('a')).facts, []],
  ['cells, of addresses', () => tablesIn(`a\tb\n<${many('a@')}\t[${many('[')}`).length, 1],
  ['a page, of line ends', () => partsOf(`a${many('\n ')}b`).length, 1],
  ['directives, of spaces', () => [...directivesOf(`${many(' ')}!`)], ['']],
  ['a snippet, of brackets', () => snippetOf(`${many('![')}](`, wantedIn('x')).length, 2],
  ["a file's name, of dots", () => cleanFileName(`a${many('. ')}b`).length, 255],
  ['code, of backticks', () => withoutCodeSpans(many('`')).length, 200_000],
  ['a copy, of brackets', () => withoutEscapes(many('\\(')).length, 100_000],
  ['a copy, of backticks', () => withoutEscapes(`a${many('`a``')}`).length, 200_001],
])('%s: a long line is read in one go', (_name, read, expected) => {
  expect(read()).toEqual(expected)
})

test.each(['1. ', '> ', '- ', '* > '])('Markdown that is nested in %j a hundred times is not parsed', (mark) => {
  expect(() => openMarkdown(many(mark))).toThrow(UnreadableDocument)
  expect(() => drawnText(many(mark))).toThrow(RangeError)
})
