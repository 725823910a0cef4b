import type { Attachment } from '~/contract/chat.ts'
import type { FileReason } from '~/contract/files.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { ReaderFailed } from '~/provider/documents/ask-reader.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { type AttachedFile, attachedFiles } from './attached-files.ts'
import { truncate } from './truncate.ts'
import { languageName } from './translation/languages.ts'
import type { Terms } from './translation/terms.ts'
import type { TranslatedFile } from './translation/translate-file.ts'
import type { Progress } from './translation/translate-with-model.ts'

/** Passages without a translation that the answer names, and characters of one. */
const named = { passages: 5, characters: 80 }
/** Steps in which the answer tells how far it is. */
const steps = 10
/** Milliseconds for translating: what is done by then shall become files before the answer's own time is over. */
const longest = 8 * 60_000

/**
 * Translates the attached files one after another, each in its own format: by the organisation's memory and glossary, and
 * by the model or, where there is none, by rules. What is not translated stays, is marked where the format can, and named.
 */
export const fileTransformationAi: Agent = async function* (task) {
  const locale = questionLanguage(task.question)
  if (task.fileIds.length === 0) return yield { delta: m.translation_no_files({}, { locale }) }
  const until = Date.now() + longest
  const { findTerms } = await import('./translation/find-terms.ts')
  const terms = await findTerms(task)
  const attachments: Attachment[] = []
  const told: string[] = []
  for (const file of await attachedFiles(task.db, task)) {
    const made = yield* translated(task, file, { terms, until, told, locale })
    if (made) yield { attachments: (attachments.push(made), [...attachments]) }
    yield { text: told.join('\n\n') }
  }
  for (const note of notes(task, terms, locale)) yield { delta: `\n\n*${note}*` }
}

interface About {
  terms: Terms
  until: number
  /** What the answer says so far; gets what came of the file. */
  told: string[]
  locale: Language
}

async function* translated(
  task: AgentTask,
  file: AttachedFile,
  { terms, until, told, locale }: About,
): AsyncGenerator<AgentEvent, Attachment | undefined> {
  const name = escapeMarkdown(file.file_name)
  try {
    const { translateFile } = await import('./translation/translate-file.ts')
    const work = translateFile(task, file, { terms, until })
    const result = yield* withProgress(work, ({ to, share }) => {
      const says = { file: name, language: languageName(to, locale), percent: Math.round(share * 100) }
      return [...told, m.translation_progress(says, { locale })].join('\n\n')
    })
    const about = { file: file.file_name, language: languageName(result.to, locale) }
    const description = m.translation_description(about, { locale })
    const attachment = result.file && (await task.store({ ...result.file, description }))
    told.push(said(name, result, locale))
    return attachment
  } catch (error) {
    const reason = error instanceof ReaderFailed ? 'too_complex' : error instanceof UnreadableDocument && error.reason
    if (!reason) throw error
    const say = reasons[reason] ?? m.translation_unreadable
    told.push(say({ file: name }, { locale }))
    return undefined
  }
}

/** Says how far it is at each tenth, in place of what was said before. */
async function* withProgress(
  work: AsyncGenerator<Progress, TranslatedFile>,
  say: (progress: Progress) => string,
): AsyncGenerator<AgentEvent, TranslatedFile> {
  let last = -1
  for (;;) {
    const { done, value } = await work.next()
    if (done) return value
    const step = Math.floor(value.share * steps)
    if (step > last) yield { text: say(value) }
    last = step
  }
}

/** What came of a file, in its first sentence how much of it is translated. */
function said(
  file: string,
  { to, passages, left, share, marked, cut, file: made }: TranslatedFile,
  locale: Language,
): string {
  const about = { file, language: languageName(to, locale), all: passages, done: passages - left.length }
  if (passages === 0) return m.translation_already(about, { locale })
  if (left.length === 0) return m.translation_done(about, { locale })
  const percent = Math.min(99, Math.max(1, Math.round(share * 100)))
  const says = [
    made ? m.translation_part({ ...about, percent }, { locale }) : m.translation_nothing(about, { locale }),
    ...(marked && made ? [m.translation_marked({}, { locale })] : []),
    ...(cut ? [m.translation_cut({}, { locale })] : []),
    m.translation_left({ count: left.length }, { locale }),
  ]
  return [says.join(locale === 'ja' ? '' : ' '), examplesOf(left, locale)].join('\n\n')
}

/** The first of the passages that stay, as a list. */
function examplesOf(left: string[], locale: Language): string {
  const examples = left.slice(0, named.passages).map((text) => escapeMarkdown(truncate(text, named.characters)))
  const count = left.length - examples.length
  return [...examples, ...(count > 0 ? [m.translation_more({ count }, { locale })] : [])]
    .map((line) => `- ${line}`)
    .join('\n')
}

/** What to know about all files together: which terms were used, and that no model was. */
function notes({ model }: AgentTask, terms: Terms & { unread: string[] }, locale: Language): string[] {
  const unread = terms.unread.map((name) => m.translation_unread_terms({ file: escapeMarkdown(name) }, { locale }))
  if (model) return unread
  const counts = { terms: terms.glossary.length, segments: terms.memory.length }
  return [...unread, m.translation_builtin(counts, { locale })]
}

const reasons: Partial<Record<FileReason, typeof m.translation_unreadable>> = {
  too_large: m.translation_too_large,
  no_text: m.translation_no_text,
  too_complex: m.translation_too_complex,
}
