import { useState, useSyncExternalStore } from 'react'
import { tabStore } from '~/ui/browser-storage.ts'
import { createListeners } from '~/ui/listeners.ts'

/** Begins as the composer's drafts do, so that logging out removes it with them. */
const keyOf = (questionId: number) => `draft:edit:${questionId}`

const changes = createListeners()

/**
 * The new text of a question that is being edited; null while it is not. It survives a reload, a failed send, and the way
 * to another conversation and back.
 */
export function useEditDraft(questionId: number | null) {
  const [closed, setClosed] = useState(false)
  const kept = useSyncExternalStore(
    changes.subscribe,
    () => read(questionId),
    () => null,
  )
  return {
    text: closed ? null : kept,
    write: (text: string) => {
      setClosed(false)
      if (questionId !== null) keep(questionId, text)
    },
    /** Closes the form; its text is kept until it is forgotten. */
    close: () => setClosed(true),
    forget: () => {
      if (questionId !== null) keep(questionId, null)
    },
  }
}

const read = (questionId: number | null) => (questionId === null ? null : tabStore.get(keyOf(questionId)))

function keep(questionId: number, text: string | null) {
  if (text === null) tabStore.remove(keyOf(questionId))
  else tabStore.set(keyOf(questionId), text)
  changes.notify()
}
