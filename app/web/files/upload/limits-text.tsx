import { useQuery } from '@tanstack/react-query'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { limitText, uploadLimitsQuery } from './limits.ts'

/**
 * What a file may be, before any is sent: its size, and up to where its text is read. Nothing as long as that is not known.
 *
 * @param forQuestion what a question may carry, where files are added to one
 */
export default function LimitsText({
  forQuestion,
}: {
  forQuestion?: { files_per_message: number; file_bytes: number } | undefined
}) {
  const { data } = useQuery(uploadLimitsQuery)
  if (!data) return null
  const characters = new Intl.NumberFormat(getLocale(), { notation: 'compact', compactDisplay: 'long' })
  return [
    forQuestion
      ? m.attach_limit({ files: forQuestion.files_per_message, size: limitText(forQuestion.file_bytes) })
      : m.files_limit({ limit: limitText(data.file_bytes) }),
    m.files_limit_readable({
      bytes: limitText(data.readable_bytes),
      characters: characters.format(data.readable_characters),
      tables: limitText(data.table_bytes),
    }),
  ].join(getLocale() === 'ja' ? '' : ' ')
}
