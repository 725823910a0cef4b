import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '~/paraglide/messages'
import { retryImport } from '~/ui/retry-import.ts'
import { dayCount } from '~/ui/day-count.ts'
import { preloadable } from '~/ui/preloadable.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { useMe } from '~/web/session/me.ts'
import { conversationsQuery } from '../queries.ts'
import { ConversationGroups } from './conversation-groups.tsx'
import { searchControl } from './focus-search.ts'
import { HistoryError } from './history-error.tsx'
import { isComplete } from './load-history.ts'
import { Skeleton } from './skeleton.tsx'

const SearchResults = preloadable(retryImport(() => import('./search-results.tsx')))

/** The caller's conversations in the sidebar, and the search in them. */
export function ChatHistory({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { conversationId } = useParams({ strict: false })
  const { data, error, refetch } = useHistory(conversationId)
  const touch = useTouch()
  const { conversations_kept: keptDays } = useMe()
  const [text, setText] = useState('')

  if (error && !data) return <HistoryError error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton />
  if (data.total === 0) return <p className="px-3 py-2 text-sm text-muted">{m.history_empty()}</p>
  return (
    <>
      <div onFocus={SearchResults.preload} className="px-1 py-1">
        <SearchField label={m.history_search()} value={text} onSearch={setText} data-shortcut={searchControl} />
      </div>
      <KeptFor days={keptDays} />
      {text ? (
        <Suspense fallback={<Skeleton />}>
          <SearchResults text={text} onNavigate={onNavigate} />
        </Suspense>
      ) : (
        <ConversationGroups
          // Rows of another height get new places.
          key={String(touch)}
          history={data}
          open={conversationId ? Number(conversationId) : null}
          touch={touch}
          onNavigate={onNavigate}
        />
      )}
    </>
  )
}

const KeptFor = ({ days }: { days: number | null }) =>
  days !== null && <p className="px-3 pt-1 pb-2 text-xs text-muted">{m.history_kept_for({ days: dayCount(days) })}</p>

/** The list, asked for again whenever another conversation is opened, and as long as it is not complete. */
function useHistory(conversationId: string | undefined) {
  const query = useQuery(conversationsQuery)
  const { data, refetch } = query
  const before = useRef(conversationId)
  const readAgain = useEffectEvent((opened: string | undefined) => {
    const moved = before.current !== opened
    before.current = opened
    // A reading that is under way goes on: it has just asked, or will have asked for everything in a moment.
    if (moved || (data && !isComplete(data))) void refetch({ cancelRefetch: false })
  })
  useEffect(() => readAgain(conversationId), [conversationId])
  return query
}

const query = '(hover: none)'

/** Whether there is no pointer that could hover, as on phones; the first render takes it that there is one. */
const useTouch = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
