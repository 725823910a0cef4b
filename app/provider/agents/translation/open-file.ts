import { answered, answeredAgain, readingOf } from '~/provider/documents/ask-reader.ts'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import { officeTypes } from '~/provider/documents/mime.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, streamOf } from '../attached-files.ts'
import { opensInPlace } from './in-place-types.ts'
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
  const { bytes, size, mimeType } = opensInPlace(file.mime_type)
    ? { bytes: () => streamOf(bucket, file), size: file.size, mimeType: file.mime_type }
    : await documentOf(await pages(), reader)
  const write = async (changes: SegmentChange[]) => {
    const written = reader.writeSegments(await bytes(), size, mimeType, changes)
    return answered(new Response(await readingOf<ReadableStream<Uint8Array>>(written)).bytes())
  }
  const save = (changes: SegmentChange[]) => answeredAgain(() => write(changes))
  return recordingFile(await readingOf<PlainFile>(reader.readSegments(await bytes(), size, mimeType)), save)
}

/** A Word document of pages' texts. */
async function documentOf(pages: { text: string }[], reader: AgentTask['reader']) {
  if (pages.length === 0) throw new UnreadableDocument('no_text')
  const document = await answered(new Response(await answered(reader.writePages(pages))).blob())
  return { bytes: async () => document.stream(), size: document.size, mimeType: officeTypes.docx }
}
