import { MessagesSquare, Shapes, ScrollText } from 'lucide-react'
import { type RetainedKind, retainedKinds, type RetentionPeriods } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

/** What is kept for a time, and what exactly goes and stays. */
export const kindLooks = {
  conversations: {
    icon: MessagesSquare,
    label: m.retention_conversations,
    hint: m.retention_conversations_hint,
    after: m.retention_conversations_after,
  },
  generated_files: {
    icon: Shapes,
    label: m.retention_files,
    hint: m.retention_files_hint,
    after: m.retention_files_after,
  },
  audit_texts: {
    icon: ScrollText,
    label: m.retention_texts,
    hint: m.retention_texts_hint,
    after: m.retention_texts_after,
  },
} satisfies Record<RetainedKind, unknown>

/** A number of days in words. Not that of `ui/`: shared with the chat it would be a file of its own in everybody's first load. */
export const dayCount = (days: number): string =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

/** A period within a sentence. */
export const periodText = (days: number | null) => (days === null ? m.retention_forever_within() : dayCount(days))

/** What periods erase after how long, as one phrase; undefined where they erase nothing. */
export function erasedText(periods: RetentionPeriods): string | undefined {
  const phrases = retainedKinds.flatMap((kind) => {
    const days = periods[kind]
    return days === null ? [] : [kindLooks[kind].after({ days: dayCount(days) })]
  })
  return phrases.length > 0 ? new Intl.ListFormat(getLocale(), { type: 'unit' }).format(phrases) : undefined
}

/** A day (2026-11-24) in words. */
export const dayText = (day: string) =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
