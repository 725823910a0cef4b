import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { lazyPart } from '~/ui/retry-import.ts'
import type { PromptKeys } from '~/web/prompts/prompt-list.tsx'
import type { ConversationKey } from '../conversation-key.ts'
import { useDrafts } from './use-draft.ts'

const PromptList = lazyPart(() => import('~/web/prompts/prompt-list.tsx'))

/** A message that is a slash and the beginning of a title; Japanese keyboards may write it full-width. */
const call = /^[/／]([^\n]{0,60})$/

/** The saved prompts, which a slash at the message's beginning calls; Escape sends them away until there is another. */
export function usePromptCall(
  key: ConversationKey,
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
): { list: ReactNode; onKeyDown: (event: KeyboardEvent) => boolean } {
  const drafts = useDrafts()
  const keys = useRef<PromptKeys>(null)
  const [dismissed, setDismissed] = useState(false)
  const typed = call.exec(text)?.[1]
  if (typed === undefined && dismissed) setDismissed(false)
  if (typed === undefined || dismissed) return { list: null, onKeyDown: () => false }

  const choose = (chosen: string) => {
    drafts.update(key, (draft) => ({ ...draft, text: chosen }))
    // Behind its end, once it is drawn.
    requestAnimationFrame(() => box.current?.setSelectionRange(chosen.length, chosen.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setDismissed(true)
      return true
    }
    // Until the list is loaded nobody knows whether the slash means a prompt: then nothing is sent.
    if (keys.current ? !keys.current(event) : event.key !== 'Enter') return false
    event.preventDefault()
    return true
  }
  return {
    list: (
      <Suspense>
        <PromptList typed={typed} box={box} keys={keys} onChoose={choose} />
      </Suspense>
    ),
    onKeyDown,
  }
}
