import type { Language } from '~/contract/users.ts'
import { importUsers } from '../users.functions.ts'
import { csvRows } from './csv-rows.ts'
import { type Columns, columnsOf, type Dropped, type Entry, entryOf, isDropped } from './read-entries.ts'

/** How far an import has come. */
export interface ImportProgress {
  /** From 0 to 1, in bytes of the file. */
  share: number
  created: number
  /** People who were there already. */
  existing: number
  dropped: Dropped[]
  /** Whether mails go out to the created; undefined as long as there are none. */
  mailed: boolean | undefined
}

type Send = (entries: Entry[]) => Promise<{ created: number; existing: number; invalid: number[]; mailed: boolean }>

/** Entries of one call: few enough that the bar moves. */
const atOnce = 2000

export const nothingYet: ImportProgress = { share: 0, created: 0, existing: 0, dropped: [], mailed: undefined }

/**
 * Invites the people of a CSV file, call after call, and reports progress after each. After a failure it can be
 * begun again from the first row: whoever was created is then there already.
 *
 * @throws ApiError `csv_invalid_columns`, or whatever a call fails with; the abort of the signal
 */
export async function* importCsv(file: Blob, signal: AbortSignal, send: Send): AsyncGenerator<ImportProgress, void> {
  let progress = nothingYet
  let columns: Columns | undefined
  let row = 0
  for await (const { rows, bytes } of csvRows(file)) {
    const entries: Entry[] = []
    const dropped: Dropped[] = []
    for (const fields of rows) {
      row += 1
      if (!columns) columns = columnsOf(fields)
      else {
        const read = entryOf(fields, row, columns)
        if (isDropped(read)) dropped.push(read)
        else entries.push(read)
      }
    }
    const before = progress.share
    progress = { ...progress, dropped: [...progress.dropped, ...dropped] }
    for (let start = 0; start < entries.length; start += atOnce) {
      signal.throwIfAborted()
      const sent = entries.slice(start, start + atOnce)
      const answer = await send(sent)
      const done = Math.min(1, (start + atOnce) / entries.length)
      progress = added(progress, sent, answer, before + (bytes / file.size - before) * done)
      yield progress
    }
    progress = { ...progress, share: bytes / file.size }
    yield progress
  }
  // A file without any row has no header either.
  if (!columns) columnsOf([])
}

function added(progress: ImportProgress, sent: Entry[], answer: Awaited<ReturnType<Send>>, share: number) {
  const refused = answer.invalid.map((place): Dropped => ({ ...sent[place]!, reason: 'invalid_email' }))
  return {
    share,
    created: progress.created + answer.created,
    existing: progress.existing + answer.existing,
    dropped: [...progress.dropped, ...refused],
    mailed: answer.created > 0 ? answer.mailed && progress.mailed !== false : progress.mailed,
  }
}

/** Sends entries as the signed-in admin; the invited get this language. */
export const sendAs =
  (language: Language, signal: AbortSignal): Send =>
  (entries) =>
    importUsers({ data: { language, entries: entries.map(({ email, role }) => ({ email, role })) }, signal })
