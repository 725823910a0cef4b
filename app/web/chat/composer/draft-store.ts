import type { BrowserStorage } from '~/ui/browser-storage.ts'
import { createListeners } from '~/ui/listeners.ts'
import { type Draft, emptyDraft, isEmpty, keepable, merged, type Question } from './draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

export type DraftStore = ReturnType<typeof createDraftStore>

/** How long after the last key a draft is written down, in milliseconds; leaving the page writes it at once. */
const writeDelay = 300

const prefix = 'draft:'

/**
 * The drafts of one member, one for each conversation: in memory as they are typed, and a moment later in `storage`, the
 * tab's, where they outlive a reload and a sign-in.
 */
export function createDraftStore(storage: BrowserStorage | undefined, userId: number) {
  const own = `${prefix}${userId}:`
  const { subscribe, notify } = createListeners()
  const drafts = new Map<ConversationKey, Draft>()
  const unwritten = new Set<ConversationKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  for (const name of namesIn(storage, own)) drafts.set(keyOf(name.slice(own.length)), read(storage!, name))

  function write() {
    clearTimeout(timer)
    timer = undefined
    for (const key of unwritten) {
      const draft = keepable(drafts.get(key) ?? emptyDraft)
      if (isEmpty(draft)) storage?.remove(own + key)
      else storage?.set(own + key, JSON.stringify(draft))
    }
    unwritten.clear()
  }

  function set(key: ConversationKey, draft: Draft) {
    if (isEmpty(draft)) drafts.delete(key)
    else drafts.set(key, draft)
    unwritten.add(key)
    timer ??= setTimeout(write, writeDelay)
  }

  const get = (key: ConversationKey): Draft => drafts.get(key) ?? emptyDraft

  return {
    get,
    subscribe,
    all: (): ReadonlyMap<ConversationKey, Draft> => drafts,

    update(key: ConversationKey, change: (draft: Draft) => Draft) {
      const draft = change(get(key))
      if (draft === get(key)) return
      set(key, draft)
      notify()
    },

    updateAll(change: (draft: Draft) => Draft) {
      let changed = false
      for (const [key, draft] of drafts) {
        const next = change(draft)
        if (next === draft) continue
        changed = true
        set(key, next)
      }
      if (changed) notify()
    },

    /** A conversation has got its number: what was typed for it moves there; what was asked of it before was asked elsewhere. */
    move(from: ConversationKey, to: ConversationKey) {
      if (from === to || !drafts.has(from)) return
      const { unsure: _, ...draft } = get(from)
      set(to, merged(draft, get(to)))
      set(from, emptyDraft)
      notify()
    },

    /** Writes down what is not yet; the page may be about to go. */
    write,

    /** Forgets everything, written or not. */
    forget() {
      clearTimeout(timer)
      timer = undefined
      unwritten.clear()
      drafts.clear()
      notify()
    },
  }
}

/** Removes every member's drafts from the tab. */
export function forgetStoredDrafts(storage: BrowserStorage) {
  for (const name of namesIn(storage, prefix)) storage.remove(name)
}

const namesIn = (storage: BrowserStorage | undefined, start: string) =>
  (storage?.names() ?? []).filter((name) => name.startsWith(start))

const keyOf = (text: string): ConversationKey => (text === 'new' ? 'new' : Number(text))

/** What an older version of the product or another hand has written is taken as far as it fits. */
function read(storage: BrowserStorage, name: string): Draft {
  try {
    const { text, files, queue, ...rest } = JSON.parse(storage.get(name) ?? '') as Partial<Draft>
    return { ...rest, text: String(text ?? ''), files: files ?? [], queue: (queue ?? []) as Question[] }
  } catch {
    return emptyDraft
  }
}
