import { useQuery } from '@tanstack/react-query'
import { conversationsQuery, entriesQuery } from '../queries.ts'
import { ExportMenu } from './export-menu.tsx'

/** A conversation's title, and what can be done with it as a whole. */
export function ConversationHeader({ conversationId }: { conversationId: number }) {
  const listed = useQuery({
    ...conversationsQuery,
    select: ({ data }) => data.find(({ id }) => id === conversationId)?.title,
  })
  // An older conversation is not in the list that the page comes with. The list may be there before this comes to life.
  const read = useQuery({ ...entriesQuery(conversationId), enabled: false, select: ({ title }) => title })
  const title = listed.data ?? read.data ?? ''
  return (
    <header className="flex h-12 shrink-0 items-center justify-between gap-2 border-b border-line pr-2 pl-4 sm:pl-6">
      <h1 dir="auto" title={title} className="truncate text-sm font-medium">
        {title}
      </h1>
      <ExportMenu conversationId={conversationId} title={title} />
    </header>
  )
}
