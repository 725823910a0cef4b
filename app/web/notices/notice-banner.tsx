import { useQueryClient } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import type { Me } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { IconButton } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { sessionQuery } from '~/web/session/queries.ts'
import type { Session } from '~/web/session/session.functions.ts'
import { dismissNotice } from './notices.functions.ts'

/** What an admin tells all members, until it is put away; the next page shows the next one. */
export default function NoticeBanner({ notice }: { notice: NonNullable<Me['notice']> }) {
  const queryClient = useQueryClient()
  const own = getLocale() === 'ja' ? notice.text_ja : notice.text_en
  const language = getLocale() === 'ja' ? 'en' : 'ja'

  const dismiss = async () => {
    const tell = (told: Me['notice']) =>
      queryClient.setQueryData<Session>(sessionQuery.queryKey, (session) =>
        session?.state === 'member' ? { ...session, me: { ...session.me, notice: told } } : session,
      )
    // Gone at once; back where that could not be kept.
    tell(null)
    document.getElementById('main')?.focus()
    try {
      await dismissNotice({ data: { id: notice.id } })
    } catch (error) {
      tell(notice)
      toast.error(errorMessage(error))
    }
  }
  return (
    <section
      aria-label={m.notice()}
      className="flex items-start gap-3 border-b border-line bg-accent-soft py-1.5 pr-2 pl-4 text-sm"
    >
      <Megaphone aria-hidden className="mt-2.5 size-4 shrink-0 text-accent-text" />
      <p
        lang={own ? undefined : language}
        dir="auto"
        className="max-h-40 min-w-0 flex-1 overflow-y-auto py-2 wrap-anywhere whitespace-pre-wrap"
      >
        {own ?? notice.text_ja ?? notice.text_en}
      </p>
      <IconButton label={m.notice_dismiss()} onClick={() => void dismiss()}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}
