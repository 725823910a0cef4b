import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { isMostlyJapanese } from '~/provider/search/terms.ts'
import { maxCentral } from './central-sentences.ts'
import type { QuotedAnswer } from './compose-answer.ts'
import { nameOf, quoteEach, sentencesOfEach, type Text } from './compose-summary.ts'
import { questionLanguage } from './language.ts'
import { offerHeadings } from './offer-headings.ts'
import { piecesOf } from './pieces.ts'
import { escapeMarkdown } from './quote.ts'
import { type SectionedSentence, sectionedSentences } from './sections.ts'
import { readTopic, type TopicPart } from './topic.ts'

/** The least share of a topic's words that a sentence must have to be quoted for a part of it. */
const minShare = 0.5
/** What a sentence is worth that stands under a heading of the topic but does not name it, or is too long to be read at a glance. */
const lessWorth = 0.6
const longest = 400

/**
 * Quotes what each file says of a topic, in the file's order and cited by page. It names what it did not find, and offers the files'
 * headings where that is all of it; no other summary goes under the topic's name.
 */
export function composeTopic(topic: string, texts: Text[], language: Language): QuotedAnswer {
  const parts = readTopic(topic)
  const files = texts.map((text) => readFile(text, parts))
  const found = parts.filter((part) => files.some(({ found }) => found.includes(part)))
  if (found.length > 0) return answerTopic(topic, files, { found, parts, language })
  let best = 0
  for (const { sentences } of files) for (const { share } of sentences) best = Math.max(best, share)
  if (best < minShare) return absent(topic, parts, texts, language)
  const speaking = files.map((file) => ({ ...file, speaking: file.sentences.filter(({ share }) => share === best) }))
  return answerTopic(topic, speaking, { found, parts, language })
}

interface HeldSentence extends SectionedSentence {
  /** Of the part that it speaks of most. */
  share: number
  worth: number
}

interface ReadFile {
  text: Text
  sentences: HeldSentence[]
  /** Those that speak of the topic, and of which parts of it; of some only in other words. */
  speaking: HeldSentence[]
  found: TopicPart[]
  inOtherWords: TopicPart[]
}

function readFile(text: Text, parts: TopicPart[]): ReadFile {
  const held = sectionedSentences(text.pages).map((sentence) => {
    const byPart = parts.map((part) => part.hold(sentence))
    const isDirect = byPart.some(({ isDirect }) => isDirect) && sentence.text.length <= longest
    const share = Math.max(0, ...byPart.map(({ share }) => share))
    return { byPart, one: { ...sentence, share, worth: isDirect ? 1 : lessWorth } }
  })
  const speaking = new Set<HeldSentence>()
  const [found, inOtherWords]: [TopicPart[], TopicPart[]] = [[], []]
  for (const [index, part] of parts.entries()) {
    const named = held.filter(({ byPart }) => byPart[index]!.share === 1)
    const heard = named.length > 0 ? named : held.filter(({ byPart }) => byPart[index]!.meant === 1)
    for (const { one } of heard) speaking.add(one)
    if (heard.length > 0) found.push(part)
    if (heard.length > 0 && named.length === 0) inOtherWords.push(part)
  }
  const sentences = held.map(({ one }) => one)
  return { text, sentences, speaking: sentences.filter((one) => speaking.has(one)), found, inOtherWords }
}

interface Circumstances {
  parts: TopicPart[]
  /** Those that some file speaks of; none where each speaks of a piece of one alone. */
  found: TopicPart[]
  language: Language
}

function answerTopic(topic: string, files: ReadFile[], { parts, found, language }: Circumstances): QuotedAnswer {
  const locale = { locale: language }
  const references: Reference[] = []
  const blocks = files.map(({ text, speaking, inOtherWords }) => {
    const quoted = maxCentral(speaking, sentencesOfEach(files), ({ worth }) => worth)
    const said = quoted.length > 0 ? quoteEach(quoted, text, references) : unsaid(text, language)
    const counts = { shown: quoted.length, all: speaking.length }
    const notes = [
      ...(counts.shown < counts.all ? [m.builtin_topic_of(counts, locale)] : []),
      ...(inOtherWords.length > 0
        ? [m.builtin_topic_other_words({ topic: namesOf(inOtherWords, language) }, locale)]
        : []),
      ...otherLanguage(topic, text, language),
    ]
    return [nameOf(text), said, ...notes.map((note) => `*${note}*`)].join('\n\n')
  })
  const lead =
    found.length > 0
      ? m.builtin_topic_lead({ topic: namesOf(found, language) }, locale)
      : m.builtin_topic_part({ topic: namesOf(parts, language) }, locale)
  const missing = found.length > 0 ? parts.filter((part) => !found.includes(part)) : []
  const absent = missing.length > 0 ? [m.builtin_topic_absent({ topic: namesOf(missing, language) }, locale)] : []
  const closing = `*${m.builtin_closing({}, locale)}*`
  return { pieces: piecesOf([lead, ...blocks, ...absent, closing].join('\n\n')), references }
}

function absent(topic: string, parts: TopicPart[], texts: Text[], language: Language): QuotedAnswer {
  const locale = { locale: language }
  const blocks = [
    m.builtin_topic_absent({ topic: namesOf(parts, language) }, locale),
    ...texts.flatMap((text) => {
      const notes = text.pages.length === 0 ? [unsaid(text, language)] : otherLanguage(topic, text, language)
      return notes.map((note) => `${nameOf(text)}\n\n${note}`)
    }),
    ...offerHeadings(texts, language),
    `*${m.builtin_closing_nothing({}, locale)}*`,
  ]
  return { pieces: piecesOf(blocks.join('\n\n')), references: [] }
}

const namesOf = (parts: TopicPart[], language: Language) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(parts.map(({ name }) => escapeMarkdown(name)))

const unsaid = ({ pages }: Text, language: Language) =>
  pages.length === 0
    ? m.builtin_no_sentences({}, { locale: language })
    : m.builtin_topic_absent_here({}, { locale: language })

/** Words are looked for as they were written: a reader has to know that of a file in the other language. */
function otherLanguage(topic: string, { pages }: Text, language: Language): string[] {
  if (pages.length === 0) return []
  const file = isMostlyJapanese(pages.map(({ text }) => text.slice(0, 1000)).join('')) ? 'ja' : 'en'
  const asked = questionLanguage(topic)
  if (file === asked || file === language) return []
  const note = asked === 'en' ? m.builtin_topic_only_english : m.builtin_topic_only_japanese
  return [note({}, { locale: language })]
}
