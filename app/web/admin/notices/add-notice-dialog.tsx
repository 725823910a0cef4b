import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { dayCount } from '~/ui/day-count.ts'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { SegmentsField } from '~/ui/form/segments-field.tsx'
import { TextArea } from '~/ui/form/text-area.tsx'
import { toast } from '~/ui/toast.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { addNotice } from './notices.functions.ts'
import { refreshNotices } from './queries.ts'

/** Choices of days that a notice stands. */
const spans = ['1', '3', '7', '30'] as const
/** The contract's. */
const longest = 500

/** Writes a notice in one language or both. */
export function AddNoticeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [ja, setJa] = useState('')
  const [en, setEn] = useState('')
  const [days, setDays] = useState<(typeof spans)[number]>('7')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- submitted again after a failure it is the same notice still
  const headers = useMemo(() => idempotent(), [open, ja, en, days])
  const close = () => {
    setJa('')
    setEn('')
    setDays('7')
    onClose()
  }
  const add = async () => {
    const notice = { text_ja: ja.trim() || null, text_en: en.trim() || null, days: Number(days) }
    await addNotice({ data: notice, headers })
    await refreshNotices(queryClient)
    toast.success(m.notices_added())
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={m.notices_add()}
      submitLabel={m.notices_publish()}
      canSubmit={ja.trim() !== '' || en.trim() !== ''}
      onSubmit={add}
      describeError={(error) => (hasCode(error, 'quota_exceeded') ? m.notices_too_many() : errorMessage(error))}
    >
      <TextArea
        label={m.notices_text_ja()}
        lang="ja"
        rows={3}
        maxLength={longest}
        value={ja}
        onChange={({ currentTarget }) => setJa(currentTarget.value)}
      />
      <TextArea
        label={m.notices_text_en()}
        hint={m.notices_text_hint()}
        lang="en"
        rows={3}
        maxLength={longest}
        value={en}
        onChange={({ currentTarget }) => setEn(currentTarget.value)}
      />
      <SegmentsField
        label={m.notices_days()}
        value={days}
        options={spans.map((value) => ({ value, label: dayCount(Number(value)) }))}
        onChange={setDays}
      />
    </FormDialog>
  )
}
