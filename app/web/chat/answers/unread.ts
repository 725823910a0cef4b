import { useEffect, useSyncExternalStore } from 'react'
import type { ConversationKey } from '../conversation-key.ts'
import { tabStore } from '~/ui/browser-storage.ts'
import { createListeners } from '~/ui/listeners.ts'
import { notifyTabs } from './answer-tabs.ts'

/** Where it is kept: for this tab, over its reloads. */
const storageKey = 'unread'
/** What the title begins with while an answer that ended in the hidden tab waits there. */
const titleMark = '● '

const none: ReadonlySet<number> = new Set()
const changes = createListeners()
let unread: ReadonlySet<number> | undefined

/** The conversations whose answer ended while the reader was elsewhere: in another one, on another page, in another tab. */
export const useUnread = (): ReadonlySet<number> => useSyncExternalStore(changes.subscribe, load, () => none)

/** The reader has seen the conversation. Returns whether it was unread. */
export function markRead(id: number): boolean {
  if (!load().has(id)) return false
  save(new Set([...load()].filter((other) => other !== id)))
  return true
}

/** An answer has ended; it is unread unless the reader looks at it. Returns which of the two. */
export function markEnded(id: number): 'unread' | 'read' {
  const hidden = document.visibilityState === 'hidden'
  if (hidden) markTitle()
  if (!hidden && isShown(id)) return 'read'
  save(new Set(load()).add(id))
  return 'unread'
}

/** Marks the shown conversation as read, now and whenever the tab is looked at again. */
export function useMarkRead(conversation: ConversationKey) {
  useEffect(() => {
    if (conversation === 'new') return
    const look = () => {
      if (document.visibilityState === 'visible' && markRead(conversation))
        notifyTabs({ conversationId: conversation, event: 'read' })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [conversation])
}

const isShown = (id: number) => location.pathname === `/chat/${id}`

function markTitle() {
  if (document.title.startsWith(titleMark)) return
  document.title = titleMark + document.title
  const look = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', look)
    if (document.title.startsWith(titleMark)) document.title = document.title.slice(titleMark.length)
  }
  document.addEventListener('visibilitychange', look)
}

function load(): ReadonlySet<number> {
  unread ??= new Set(stored())
  return unread
}

function stored(): number[] {
  try {
    const ids: unknown = JSON.parse(tabStore.get(storageKey) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []
  } catch {
    return []
  }
}

function save(next: ReadonlySet<number>) {
  unread = next
  tabStore.set(storageKey, JSON.stringify([...next]))
  changes.notify()
}
