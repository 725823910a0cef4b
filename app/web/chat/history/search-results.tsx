import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConversationHit } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { revealAgain } from '../messages/use-reveal.ts'
import { HistoryError } from './history-error.tsx'
import { searchConversations } from './history.functions.ts'
import { Marked, wordsOf } from './marked.tsx'
import { RowMark } from './row-mark.tsx'
import { Skeleton } from './skeleton.tsx'

/** What a search finds, more of it on demand; what was found before stays until then. */
const searchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['conversation-search', q],
    queryFn: ({ pageParam, signal }) => searchConversations({ data: { q, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // Whatever is said or renamed meanwhile may be what is looked for.
    staleTime: 0,
  })

/** The conversations that have these words, with the place where they stand. */
export default function SearchResults({ text, onNavigate }: { text: string; onNavigate: (() => void) | undefined }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(searchQuery(text))
  if (error) return <HistoryError error={error} onRetry={() => refetch()} />
  const first = data?.pages[0]
  if (!first) return <Skeleton />
  const hits = data.pages.flatMap((page) => page.data)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
      <p role="status" className="px-3 py-2 text-xs text-muted">
        {first.total === 0 ? m.history_search_none({ text }) : m.history_search_results({ count: first.total })}
        {!first.complete && ` ${m.history_search_incomplete()}`}
      </p>
      <ul aria-label={m.history_search()}>
        {hits.map((hit) => (
          <Result key={hit.conversation.id} hit={hit} onNavigate={onNavigate} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          className="mt-1 ml-1"
        >
          {m.history_search_more()}
        </Button>
      )}
    </div>
  )
}

/** A conversation that was found; where a message has the words, it leads to these. */
const Result = ({
  hit: { conversation, title, snippet, entry_id },
  onNavigate,
}: {
  hit: ConversationHit
  onNavigate: (() => void) | undefined
}) => (
  <li>
    <Link
      to="/chat/{-$conversationId}"
      params={{ conversationId: String(conversation.id) }}
      search={{ entry: entry_id ?? undefined, words: snippet ? wordsOf(snippet) : undefined }}
      onClick={() => {
        if (entry_id) revealAgain(entry_id)
        onNavigate?.()
      }}
      className="grid gap-0.5 rounded-md px-3 py-2 text-sm text-ink hover:bg-sunken focus-visible:-outline-offset-2 data-[status=active]:bg-sunken"
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">
          <Marked text={title} />
        </span>
        <RowMark conversation={conversation} />
      </span>
      {snippet && (
        <span className="line-clamp-2 text-xs text-muted">
          <Marked text={snippet} />
        </span>
      )}
    </Link>
  </li>
)
