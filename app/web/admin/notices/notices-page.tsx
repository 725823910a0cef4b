import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Notice } from '~/contract/notices.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { Button, IconButton } from '~/ui/button.tsx'
import { formatDay } from '~/ui/day.tsx'
import { Loader } from '~/ui/loader.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { useTimeZone } from '../time-zone.tsx'
import { AddNoticeDialog } from './add-notice-dialog.tsx'
import { DeleteNoticeDialog } from './delete-notice-dialog.tsx'
import { noticesQuery } from './queries.ts'

/** What all members are told. */
export function NoticesPage() {
  const { data, error, refetch } = useQuery(noticesQuery)
  const [adding, setAdding] = useState(false)
  const [deleted, setDeleted] = useState<Notice>()
  return (
    <PageFrame
      title={m.notices_title()}
      description={m.notices_description()}
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {m.notices_add()}
        </Button>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-6">
        {error && !data ? (
          <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loader />
        ) : data.length === 0 ? (
          <p className="text-sm text-muted">{m.notices_none()}</p>
        ) : (
          <ul aria-label={m.notices_title()} className="grid max-w-3xl gap-3">
            {data.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onDelete={() => setDeleted(notice)} />
            ))}
          </ul>
        )}
      </div>
      <AddNoticeDialog open={adding} onClose={() => setAdding(false)} />
      <DeleteNoticeDialog notice={deleted} onClose={() => setDeleted(undefined)} />
    </PageFrame>
  )
}

function NoticeItem({ notice, onDelete }: { notice: Notice; onDelete: () => void }) {
  const timeZone = useTimeZone()
  const texts = [
    { language: 'ja', text: notice.text_ja },
    { language: 'en', text: notice.text_en },
  ]
  return (
    <li className="flex items-start gap-3 rounded-md border border-line py-3 pr-2 pl-4">
      <div className="grid min-w-0 flex-1 gap-2 text-sm">
        {texts.map(
          ({ language, text }) =>
            text && (
              <p key={language} lang={language} className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
            ),
        )}
        <p className="text-xs text-muted">
          {m.notices_until({ day: formatDay(notice.ends_at, getLocale(), timeZone) })}
        </p>
      </div>
      <IconButton label={m.notices_delete()} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
