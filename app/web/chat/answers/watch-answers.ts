import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onOtherTab, type TabNews } from './answer-tabs.ts'
import { liveAnswer, onLiveChange } from './live-answers.ts'
import { conversationsQuery, entriesQuery, readConversations } from '../queries.ts'
import { markEnded, markRead } from './unread.ts'

/** Milliseconds until the server is asked whether an answer has ended; each pause is half as long again as the last. */
const firstPause = 2000
const longestPause = 15_000
/** The newest conversations are enough: asking in one makes it the newest. */
const newestSize = 50

/** Watches other answers as long as the product is shown. */
export function useWatchedAnswers() {
  const queryClient = useQueryClient()
  useEffect(() => watchAnswers(queryClient), [queryClient])
}

/**
 * Watches the answers that this tab does not read itself: those that were being written when the page was loaded, and what
 * other tabs and devices ask. It follows none of them, since a browser has few connections, but asks now and then, and marks
 * a conversation when its answer has ended. Returns a function that stops the watching.
 */
export function watchAnswers(queryClient: QueryClient): () => void {
  const { queryKey } = conversationsQuery
  const watched = new Set<number>()
  let pause = firstPause
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  const watch = (id: number) => {
    if (liveAnswer(id) || watched.has(id)) return
    watched.add(id)
    pause = firstPause
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    if (watched.size === 0 || over) return
    timer = setTimeout(() => void ask().then(plan, plan), pause)
    pause = Math.min(pause * 1.5, longestPause)
  }
  const ask = async () => {
    const asked = [...watched]
    const { data } = await readConversations({ page_size: newestSize })
    const rows = new Map(data.map((conversation) => [conversation.id, conversation]))
    const ended = asked.filter((id) => !rows.get(id)?.running && watched.delete(id))
    if (ended.length === 0 || over) return
    // One that is not listed was deleted.
    for (const id of ended) if (rows.has(id)) markEnded(id)
    void queryClient.invalidateQueries({ queryKey })
  }

  const onList = () => {
    for (const { id, running } of queryClient.getQueryData(queryKey)?.data ?? []) {
      if (running) watch(id)
      else if (watched.delete(id)) markEnded(id)
    }
  }
  const onNews = ({ conversationId: id, event }: TabNews) => {
    if (event === 'asked') watch(id)
    else watched.delete(id)
    if (event === 'unread') markEnded(id)
    if (event === 'read') markRead(id)
    void queryClient.invalidateQueries({ queryKey })
    if (!liveAnswer(id)) void queryClient.invalidateQueries({ queryKey: entriesQuery(id).queryKey })
  }
  // Once this tab reads an answer, it knows its end first.
  const onLive = () => watched.forEach((id) => liveAnswer(id) && watched.delete(id))

  const listHash = hashKey(queryKey)
  const stops = [
    onOtherTab(onNews),
    onLiveChange(onLive),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === listHash) onList()
    }),
  ]
  onList()
  return () => {
    over = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
