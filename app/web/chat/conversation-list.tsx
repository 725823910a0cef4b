import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { useLiveAnswers } from './live-answers.ts'
import { conversationsQuery } from './queries.ts'

/** The caller's conversations, the latest first; one whose answer is being written shows it. */
export function ConversationList({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { data, error, refetch } = useQuery(conversationsQuery)
  const live = useLiveAnswers()

  if (error) {
    return (
      <div className="grid gap-2 p-2">
        <ErrorBanner>{errorMessage(error)}</ErrorBanner>
        <Button size="sm" onClick={() => refetch()}>
          {m.try_again()}
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton />
  if (data.total === 0) return <p className="px-3 py-2 text-sm text-muted">{m.history_empty()}</p>
  return (
    <ul aria-label={m.nav_chat_history()} className="min-h-0 flex-1 overflow-y-auto pb-2">
      {data.data.map(({ id, title }) => (
        <li key={id}>
          <Link
            to="/chat/{-$conversationId}"
            params={{ conversationId: String(id) }}
            onClick={onNavigate}
            title={title}
            className="flex h-9 items-center gap-2 rounded-md px-3 text-sm text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:text-ink"
          >
            <span className="truncate">{title}</span>
            {live.has(id) && <Spinner className="ml-auto size-3.5 shrink-0 text-accent" />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Skeleton = () => (
  <div aria-hidden className="grid gap-3 px-3 py-2">
    {[72, 88, 60, 80].map((width) => (
      <span key={width} className="h-3.5 animate-pulse rounded-sm bg-sunken" style={{ width: `${width}%` }} />
    ))}
  </div>
)
