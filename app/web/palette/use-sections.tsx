import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Conversation, ConversationHit } from '~/contract/conversations.ts'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { Marked, wordsOf } from '~/web/chat/history/marked.tsx'
import { searchConversations } from '~/web/chat/history/history.functions.ts'
import { newestSize } from '~/web/chat/history/load-history.ts'
import { revealAgain } from '~/web/chat/messages/use-reveal.ts'
import { conversationsQuery } from '~/web/chat/queries.ts'
import { FileIcon } from '~/web/files/file-icon.tsx'
import { listFiles } from '~/web/files/files.functions.ts'
import { useMe } from '~/web/session/me.ts'
import { type Destination, fixedDestinations, focusPage } from './destinations.tsx'
import { fitting, wordsIn } from '~/ui/match.ts'

interface Section {
  label: string
  destinations: Destination[]
}

/** Of each kind. */
const mostShown = 6
/** Milliseconds after the last key, before the server is asked. */
const debounceMs = 200

/** What the server finds: conversations by what was said in them, files by their names. */
const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: async ({ signal }) => {
      const [conversations, files] = await Promise.all([
        searchConversations({ data: { q, page: 1 }, signal }),
        listFiles({ data: { name: q, page: 1, page_size: mostShown }, signal }),
      ])
      return { conversations: conversations.data, files: files.data }
    },
    enabled: q !== '',
    // What was found stays until the next has come.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/**
 * What the palette offers: without a text the latest conversations, and all that can be done or seen; with one what fits it. What
 * the page knows comes at once and first; what the server finds follows, so that nothing moves away from under the mark.
 */
export function useSections(text: string, composing: boolean) {
  const navigate = useNavigate()
  // What the page has is that of the opening: behind the palette nothing changes.
  const me = useMe()
  const [fixed] = useState(() => fixedDestinations(me, navigate))
  const { data: history } = useQuery({ ...conversationsQuery, refetchOnMount: false, refetchInterval: false })
  const q = useSettled(text.trim(), composing)
  const { data, error, refetch, isFetching } = useQuery(foundQuery(q))
  const found = text.trim() && q ? data : undefined

  const toConversation = (
    { id, title }: Conversation,
    { snippet, entry_id }: Partial<ConversationHit> = {},
  ): Destination => ({
    key: `conversation-${id}`,
    name: title,
    icon: <MessageSquare aria-hidden />,
    detail: snippet && <Marked text={snippet} />,
    go: async () => {
      if (entry_id) revealAgain(entry_id)
      await navigate({
        to: '/chat/{-$conversationId}',
        params: { conversationId: String(id) },
        search: { entry: entry_id ?? undefined, words: snippet ? wordsOf(snippet) : undefined },
      })
      focusPage()
    },
  })
  const toFile = (file: StoredFile): Destination => ({
    key: `file-${file.id}`,
    name: file.name,
    icon: <FileIcon file={file} />,
    go: () =>
      navigate({
        to: '.',
        search: (search: object) => ({ ...search, preview: file.id, preview_page: undefined }),
        resetScroll: false,
      }),
  })

  const words = wordsIn(text)
  const newest = history?.data.slice(0, words.length > 0 ? newestSize : mostShown) ?? []
  const known = fitting(newest, ({ title }) => [title], words).slice(0, mostShown)
  const others = (found?.conversations ?? []).filter(
    ({ conversation }) => !known.some(({ id }) => id === conversation.id),
  )
  const fixedSection = {
    label: m.palette_fixed(),
    destinations: fitting(fixed, ({ names }) => names, words, true),
  }
  const conversations = {
    label: words.length > 0 ? m.palette_conversations() : m.palette_recent(),
    destinations: [
      ...known.map((conversation) => toConversation(conversation)),
      ...others.map((hit) => toConversation(hit.conversation, hit)).slice(0, mostShown),
    ],
  }
  const files = { label: m.palette_files(), destinations: (found?.files ?? []).map(toFile) }
  const sections: Section[] = words.length > 0 ? [fixedSection, conversations, files] : [conversations, fixedSection]
  return {
    sections: sections.filter(({ destinations }) => destinations.length > 0),
    /** Whether more may come. */
    searching: text.trim() !== '' && (isFetching || q !== text.trim()),
    error: q === '' ? null : error,
    retry: () => void refetch(),
  }
}

/** A text once nothing more is typed for a moment; not while an input method is composing, and at once where it is emptied. */
function useSettled(text: string, composing: boolean): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (composing) return
    const timer = setTimeout(() => setSettled(text), text ? debounceMs : 0)
    return () => clearTimeout(timer)
  }, [text, composing])
  return settled
}
