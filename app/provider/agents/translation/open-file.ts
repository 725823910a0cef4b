import { answered, ReaderFailed, readingOf } from '~/provider/documents/ask-reader.ts'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, streamOf } from '../attached-files.ts'
import { opensInPlace } from './open-in-place.ts'
import { type PlainFile, recordingFile, type SegmentChange } from './plain-segments.ts'
import type { Translatable } from './segment.ts'

/**
 * A file whose texts can be translated in place, parsed by the reader. One of another format becomes a Word document of its pages'
 * texts, as the index has them.
 *
 * @throws UnreadableDocument `too_large`, `damaged`, `unreadable_text`, or `no_text` for a file without pages
 * @throws ReaderFailed, `save` too
 */
export async function openFile(
  { bucket, reader }: Pick<AgentTask, 'bucket' | 'reader'>,
  file: AttachedFile,
  pages: () => Promise<{ text: string }[]>,
): Promise<Translatable> {
  if (file.size > limits.bytes) throw new UnreadableDocument('too_large')
  if (!opensInPlace(file.mime_type)) return documentOf(await pages())
  const bytes = () => streamOf(bucket, file)
  const write = async (changes: SegmentChange[]) => {
    const written = reader.writeSegments(await bytes(), file.mime_type, changes)
    return answered(new Response(await readingOf<ReadableStream<Uint8Array>>(written)).bytes())
  }
  // What was translated for minutes is not lost with another's document, for which the reader is just starting again.
  const save = (changes: SegmentChange[]) =>
    write(changes).catch((error: unknown) => {
      if (error instanceof ReaderFailed) return write(changes)
      throw error
    })
  return recordingFile(await readingOf<PlainFile>(reader.readSegments(await bytes(), file.mime_type)), save)
}

/** Of pages that this Worker has; what it makes of them is no foreign document. */
async function documentOf(pages: { text: string }[]): Promise<Translatable> {
  if (pages.length === 0) throw new UnreadableDocument('no_text')
  const [{ pagesToDocx }, { openOffice }] = await Promise.all([
    import('./pages-to-docx.ts'),
    import('./office/open-office.ts'),
  ])
  return openOffice(await pagesToDocx(pages), 'docx')
}
