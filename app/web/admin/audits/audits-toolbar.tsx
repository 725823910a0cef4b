import { X } from 'lucide-react'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { DayPicker } from '~/ui/calendar/picker.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { dayIn } from '~/web/admin/organization-day.ts'
import { TimeZoneNote, useTimeZone } from '~/web/admin/time-zone.tsx'
import type { AuditsFilter } from './audits-search.ts'
import { userIdIn } from './user-id.ts'

interface AuditsToolbarProps {
  filter: AuditsFilter
  /** Applies these changes and lists from the first page. */
  onChange: (change: Partial<AuditsFilter>) => void
}

/** Which list, whose, and of which days: none in the future, and none that ends before it starts. */
export function AuditsToolbar({
  filter: { tab, user, conversation, feedback, start, end },
  onChange,
}: AuditsToolbarProps) {
  const [isNoId, setIsNoId] = useState(false)
  const today = dayIn(useTimeZone())
  const search = (text: string) => {
    const id = userIdIn(text)
    setIsNoId(text !== '' && id === undefined)
    onChange({ user: id })
  }
  return (
    <>
      <Segments
        label={m.audits_lists()}
        value={tab ?? 'requests'}
        options={[
          { value: 'requests', label: m.audits_tab_requests() },
          { value: 'actions', label: m.audits_tab_actions() },
        ]}
        // Who asks and who administers are seldom the same; the days stay.
        onChange={(value) =>
          onChange({
            tab: value === 'actions' ? value : undefined,
            user: undefined,
            conversation: undefined,
            feedback: undefined,
          })
        }
      />
      <div className="w-full md:w-60">
        <SearchField label={m.audits_search()} value={user ? String(user) : ''} onSearch={search} />
      </div>
      <DayPicker
        label={m.audits_start()}
        value={start}
        now={today}
        max={end && end < today ? end : today}
        onChange={(day) => onChange({ start: day })}
      />
      <DayPicker
        label={m.audits_end()}
        value={end}
        now={today}
        {...(start && { min: start })}
        max={today}
        onChange={(day) => onChange({ end: day })}
      />
      {tab !== 'actions' && (
        <Segments
          label={m.audits_feedback()}
          value={feedback ?? 'any'}
          options={[
            { value: 'any', label: m.audits_feedback_any() },
            { value: 'good', label: m.audits_feedback_good() },
            { value: 'bad', label: m.audits_feedback_bad() },
          ]}
          onChange={(value) => onChange({ feedback: value === 'any' ? undefined : value })}
        />
      )}
      <TimeZoneNote />
      {conversation !== undefined && (
        <button
          type="button"
          onClick={() => onChange({ conversation: undefined })}
          className="inline-flex h-10 items-center gap-2 rounded-md bg-accent-soft px-3 text-sm text-accent-text hover:opacity-80"
        >
          {m.audits_of_conversation({ id: conversation })}
          <X aria-hidden className="size-4" />
          <span className="sr-only">{m.audits_clear_conversation()}</span>
        </button>
      )}
      {isNoId && !user && (
        <p role="alert" className="w-full text-sm text-danger">
          {m.audits_search_invalid()}
        </p>
      )}
    </>
  )
}
