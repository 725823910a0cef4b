import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { byteSize } from '~/ui/byte-size.ts'
import { codeMessage } from '~/web/errors/message.ts'
import type { Upload } from './queue.ts'

/** How far an upload is, or why it failed, in words. */
export function uploadText(upload: Upload): string {
  switch (upload.state) {
    case 'waiting':
      return m.upload_waiting()
    case 'sending':
      return sendingText(upload)
    case 'stored':
      return m.upload_stored()
    case 'failed':
      return uploadError(upload)
  }
}

/** Why an upload failed, in words. */
export function uploadError({ error = 'cannot_upload' }: Pick<Upload, 'error'>): string {
  if (error === 'no_files') return m.upload_nothing_returned()
  if (error === 'file_not_readable') return m.upload_not_readable()
  return codeMessage(error, 'file')
}

/** The share of a file's bytes that have left, as a percentage; nothing as long as that is not known. */
export function sentPercent({ progress: { sent }, size }: Pick<Upload, 'progress' | 'size'>): string | undefined {
  return sent === undefined ? undefined : percent(sent / size)
}

function sendingText({ progress, size, secondsLeft }: Upload): string {
  const { step, sent, resumedAt } = progress
  if (step === 'interrupted') return m.upload_interrupted()
  if (step === 'checking') return m.upload_checking()
  if (sent === undefined) return m.upload_sending()
  const bytes = m.upload_bytes({ sent: byteSize(sent, 1), size: byteSize(size, 1) })
  if (secondsLeft !== undefined) return `${bytes} · ${m.upload_time_left({ time: duration(secondsLeft) })}`
  // Until the first estimate.
  return resumedAt === undefined ? bytes : `${m.upload_resumed({ percent: percent(resumedAt / size) })} · ${bytes}`
}

// Rounded down: 100 % is said of nothing that is still on its way.
const percent = (share: number) =>
  new Intl.NumberFormat(getLocale(), { style: 'percent', roundingMode: 'floor' }).format(share)

/** A time in the largest unit that fits, rounded up so that it does not promise too much. */
function duration(seconds: number): string {
  if (seconds <= 60) return inUnit(Math.ceil(seconds / 5) * 5, 'second')
  if (seconds <= 90 * 60) return inUnit(Math.ceil(seconds / 60), 'minute')
  return inUnit(Math.ceil(seconds / 3600), 'hour')
}

const inUnit = (value: number, unit: string) =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value)
