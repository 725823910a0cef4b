import type { files } from '~/provider/db/index.ts'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { tidy } from '~/provider/documents/text.ts'
import { log } from '~/provider/log/log.ts'
import { maxRecordingBytes, openTranscription, type SpokenPart } from '~/provider/models/transcription.ts'
import type { Findings } from './examine-file.ts'

type FileRow = typeof files.$inferSelect

/** Seconds of a recording that are a page: what a citation points to. */
const secondsOfPage = 60

/**
 * Has a model write down what is said in a recording, where one is configured for that: a page is a minute. Otherwise, and where
 * the model fails, the file says that nothing was read from it.
 */
export async function withTranscript(env: Env, file: FileRow, findings: Findings): Promise<Findings> {
  if (!file.mime_type.startsWith('audio/')) return findings
  const unread: Findings = { ...findings, status_reason: 'not_transcribed' }
  const transcribe = openTranscription(env)
  if (!transcribe || file.size > maxRecordingBytes) return unread
  try {
    const object = await env.FILES.get(file.object_key)
    if (!object) throw new Error('the bytes are missing')
    // Services tell the format by the name's ending; what the file is called says more than they need.
    const ending = /\.[a-z\d]{1,8}$/i.exec(file.name)?.[0] ?? ''
    const recording = new File([await object.arrayBuffer()], `recording${ending}`, { type: file.mime_type })
    const pages = minutesOf(await transcribe(recording))
    const last = pages.at(-1)
    return last ? { ...findings, pages, page_count: last.page, status_reason: 'transcribed' } : unread
  } catch (error) {
    log.warn('transcription_failed', { file_id: file.id, cause: error })
    return unread
  }
}

function minutesOf(parts: SpokenPart[]): DocumentPage[] {
  const minutes = Map.groupBy(parts, ({ start }) => Math.floor(start / secondsOfPage) + 1)
  return [...minutes]
    .map(([page, spoken]) => ({ page, text: tidy(spoken.map(({ text }) => text.trim()).join('\n')) }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.page - other.page)
}
