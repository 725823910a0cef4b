import type { AgentType, Attachment } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { formatDay } from '~/ui/day.tsx'
import { answerIn, questionIn, type StoredAnswer } from '../../entries.ts'
import { citationsOf, pieces, type Source, usedReferences } from '../../answer-text/citations.ts'

interface MarkdownOptions {
  title: string
  entries: readonly Entry[]
  /** The language of its headings and dates. */
  locale: 'en' | 'ja'
  /** What an agent is called. */
  agentName: (agent: AgentType) => string
  /** The browser's where it is left out. */
  timeZone?: string
  now: Date
}

/**
 * A conversation as Markdown: a heading for each message, questions as quotations, citations as footnotes with the
 * source's name and page. Footnotes are numbered through, as Markdown wants them.
 */
export function markdownOf({ title, entries, locale, agentName, timeZone, now }: MarkdownOptions): string {
  const time = (iso: string) => {
    const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
    return `${formatDay(iso, locale, timeZone)} ${clock.format(new Date(iso))}`
  }
  const parts = [`# ${oneLine(title)}`, m.export_exported({ time: time(now.toISOString()) }, { locale })]
  let footnotes = 0
  for (const entry of entries) {
    const answer = answerIn(entry)
    const speaker = answer
      ? m.export_agent({ agent: agentName(answer.agent) }, { locale })
      : m.message_you({}, { locale })
    parts.push(`## ${speaker} · ${time(entry.updated_at)}`)
    if (answer) {
      const { text, notes } = withFootnotes(answer, footnotes, locale)
      footnotes += notes.length
      parts.push(text, endOf(answer, locale), notes.join('\n'))
    } else parts.push(quoted(questionIn(entry)!.text))
    parts.push(filesOf(entry.file_attachments, locale))
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** The line breaks of a question are as they were typed: two spaces at a line's end keep them. */
const quoted = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line === '' ? '>' : `> ${line}  `))
    .join('\n')

/** An answer's text with its markers as footnotes, numbered after the `before` that there already are. */
function withFootnotes(
  { text, references, status }: StoredAnswer,
  before: number,
  locale: 'en' | 'ja',
): { text: string; notes: string[] } {
  const citations = citationsOf(text, usedReferences(text, references, status))
  const marked = pieces(text, citations)
    .map((piece) => ('text' in piece ? piece.text : `[^${before + piece.citation}]`))
    .join('')
  return { text: marked.trim(), notes: citations.sources.map((source) => noteOf(source, before, locale)) }
}

const noteOf = ({ number, reference: { name, url, page_number } }: Source, before: number, locale: 'en' | 'ja') => {
  const source = page_number ? m.source_page({ name, page: page_number }, { locale }) : name
  return `[^${before + number}]: ${oneLine(url ? `${source} <${url}>` : source)}`
}

function endOf({ status }: StoredAnswer, locale: 'en' | 'ja'): string {
  if (status === 'stopped') return `*${m.export_stopped({}, { locale })}*`
  return status === 'failed' ? `*${m.export_failed_answer({}, { locale })}*` : ''
}

const filesOf = (attachments: readonly Attachment[], locale: 'en' | 'ja') =>
  attachments.length === 0
    ? ''
    : m.export_files({ names: attachments.map(({ name }) => oneLine(name)).join(', ') }, { locale })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
