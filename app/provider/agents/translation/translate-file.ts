import { requestIn } from '~/provider/builtin/request-in.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import type { AgentTask, MadeFile } from '../agent.ts'
import type { AttachedFile } from '../attached-files.ts'
import { attachedTexts } from '../attached-texts.ts'
import { askedLanguage, languageName, type TextLanguage, writtenIn } from './languages.ts'
import { openFile } from './open-file.ts'
import { type Passage, passagesOf } from './passages.ts'
import { place, plainOf, type Segment, sourceOf } from './segment.ts'
import type { Terms } from './terms.ts'
import { recall, translateBuiltin, type Translations } from './translate-builtin.ts'
import { type Progress, translateWithModel } from './translate-with-model.ts'

/** What came of a file; `file` is none where nothing of it was translated. */
export interface TranslatedFile {
  to: TextLanguage
  /** Different passages that needed a translation. */
  passages: number
  /** Those that got none, as they are. */
  left: string[]
  /** The share of their characters that is translated, from 0 to 1. */
  share: number
  /** Whether these are marked in the file. */
  marked: boolean
  /** Whether some were not tried, since the file is too long or the time over. */
  cut: boolean
  file?: MadeFile
}

/**
 * Translates a file: into the language that the question names, else from Japanese into English, and from any other into
 * Japanese. The organisation's memory comes first, then the model or, where there is none, rules and the glossary. The
 * model begins nothing after `until` (milliseconds since 1970).
 *
 * @throws UnreadableDocument with the reason why there is nothing to translate; ReaderFailed; ApiError those of the model
 */
export async function* translateFile(
  task: AgentTask,
  source: AttachedFile,
  { terms, until }: { terms: Terms; until: number },
): AsyncGenerator<Progress, TranslatedFile> {
  const { segments, extension, save } = await openFile(task, source, () => pagesOf(task, source))
  if (segments.length === 0) throw new UnreadableDocument('no_text')
  const from = writtenIn(segments.map(plainOf))
  const to = askedLanguage(requestIn(task.question)) ?? (from === 'ja' ? 'en' : 'ja')
  const passages = from === to ? [] : passagesOf(segments, from)
  const translations = recall(passages, to, terms)
  const rest = passages.filter((passage) => !translations.has(passage.source))
  let cut = false
  if (task.model && rest.length > 0) {
    const job = { passages: rest, to, terms, translations, until }
    cut = (yield* translateWithModel({ ...task, model: task.model }, job)).cut
  } else {
    for (const [text, translation] of translateBuiltin(rest, to, terms)) translations.set(text, translation)
  }
  const left = passages.filter((passage) => !translations.has(passage.source))
  const marked = write(segments, translations, left)
  const [, stem = '', own = ''] = /^(.*?)(?:\.([^.]*))?$/.exec(source.file_name) ?? []
  const name = `${stem} (${languageName(to)}).${extension ?? own}`
  return {
    to,
    passages: passages.length,
    left: left.map(({ plain }) => plain),
    share: 1 - lengthOf(left) / Math.max(1, lengthOf(passages)),
    marked,
    cut,
    ...(translations.size > 0 && { file: { name, bytes: await save() } }),
  }
}

const lengthOf = (passages: Passage[]) => passages.reduce((sum, { plain }) => sum + plain.length, 0)

/** The pages of a file as the index has them. */
async function pagesOf(task: AgentTask, { file_id }: AttachedFile): Promise<{ text: string }[]> {
  const { texts, cut } = await attachedTexts({ ...task, fileIds: [file_id] })
  if (cut) throw new UnreadableDocument('too_large')
  return texts.flatMap(({ pages }) => pages)
}

/** Puts translations in their places, and marks what has none; whether it could. */
function write(segments: Segment[], translations: Translations, left: Passage[]): boolean {
  const untranslated = new Set(left.map(({ source }) => source))
  let marked = false
  for (const segment of segments) {
    const source = sourceOf(segment)
    const translation = translations.get(source)
    if (translation !== undefined) place(segment, translation)
    else if (untranslated.has(source) && segment.mark) {
      segment.mark()
      marked = true
    }
  }
  return marked
}
