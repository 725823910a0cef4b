import { useSyncExternalStore } from 'react'
import { tabStore } from '~/ui/browser-storage.ts'
import { useMe } from '~/web/session/me.ts'
import { onForgotten } from '~/web/session/forgotten.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { createDraftStore, type DraftStore, forgetStoredDrafts } from './draft-store.ts'
import type { ConversationKey } from '../conversation-key.ts'

const stores = new Map<number, DraftStore>()

/** A member's drafts in this tab. On the server nobody types, and nothing is shared between requests. */
function draftsOf(userId: number): DraftStore {
  if (typeof window === 'undefined') return createDraftStore(undefined, userId)
  const known = stores.get(userId)
  if (known) return known
  const store = createDraftStore(tabStore, userId)
  stores.set(userId, store)
  return store
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => stores.forEach((store) => store.write()))
  // Logging out removes all drafts; an expired session, which can be resumed, keeps them.
  onForgotten(() => {
    for (const store of stores.values()) store.forget()
    forgetStoredDrafts(tabStore)
  })
}

/** The signed-in member's drafts. */
export const useDrafts = () => draftsOf(useMe().user_id)

/** A part of a conversation's draft; renders again only when that part changes. */
export function useDraft<Part>(key: ConversationKey, part: (draft: Draft) => Part): Part {
  const drafts = useDrafts()
  return useSyncExternalStore(
    drafts.subscribe,
    () => part(drafts.get(key)),
    () => part(emptyDraft),
  )
}
