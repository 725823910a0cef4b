import { ArrowUp, ListEnd, Paperclip, Square } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { m } from '~/paraglide/messages'
import { isComposing } from '~/ui/form/composing.ts'
import { useDropTarget } from '~/ui/drop-target.ts'
import { lazyPart } from '~/ui/retry-import.ts'
import { AgentPicker, ModelPicker } from './pickers.tsx'
import { emptyDraft, merged } from './draft.ts'
import { useGrowingBox } from './growing-box.ts'
import { usePromptCall } from './prompt-call.tsx'
import { QueuedQuestions } from './queued-questions.tsx'
import { submit } from './submit.ts'
import { pastedFiles, useAttach } from './use-attach.ts'
import type { Choice } from './use-choice.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'
import type { Offered } from '../agents/offered-agents.ts'

const FilePanel = lazyPart(() => import('./file-panel.tsx'))
const DraftFiles = lazyPart(() => import('./draft-files.tsx'))

interface ComposerProps {
  /** The conversation that it writes in. */
  of: ConversationKey
  offered: Offered | undefined
  choice: Choice
  /** An answer is being written: the button stops it, and what is sent waits for its end. */
  streaming: boolean
  onStop: () => void
}

/**
 * The box to ask in. Enter sends, Shift+Enter breaks the line, and Enter that confirms an input method's text does neither.
 * Files join by the panel, by a paste, or by a drop anywhere on the page.
 */
export function Composer({ of: key, offered, choice, streaming, onStop }: ComposerProps) {
  const limits = offered?.limits
  const drafts = useDrafts()
  const attach = useAttach(key, limits)
  const box = useRef<HTMLTextAreaElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState(false)
  useDropTarget(attach)
  useFocusOnNew(box, key)

  const send = () => {
    if (submit(key, choice, limits, drafts)) setPanel(false)
  }
  const closePanel = () => {
    setPanel(false)
    toggle.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (panel && event.key === 'Escape' && !isComposing(event)) closePanel()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape, from whatever in it has the focus
    <div
      onKeyDown={onKeyDown}
      className="mx-auto w-full max-w-3xl px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-5"
    >
      {panel && (
        <Suspense>
          <FilePanel of={key} limits={limits} onChoose={attach} onClose={closePanel} />
        </Suspense>
      )}
      <section
        aria-label={m.composer()}
        className="rounded-xl border border-line-strong bg-raised shadow-raised transition-shadow focus-within:border-accent has-[textarea:focus]:ring-3 has-[textarea:focus]:ring-accent/15"
      >
        <QueuedQuestions of={key} onEdit={() => box.current?.focus()} />
        <Files of={key} />
        <TextBox of={key} box={box} onEnter={send} onPasteFiles={attach} />
        {/* The narrowest phones have no room for the pickers' arrows. */}
        <div className="flex items-center gap-0.5 p-2 pt-1 max-[400px]:[&_[role=combobox]>svg:last-child]:hidden sm:gap-1">
          <AttachToggle of={key} button={toggle} open={panel} onToggle={() => setPanel(!panel)} />
          <AgentPicker offered={offered} choice={choice} />
          <ModelPicker offered={offered} choice={choice} />
          <span className="ml-auto hidden shrink-0 pr-2 text-xs text-faint lg:block">{m.composer_hint()}</span>
          <div className="ml-auto flex shrink-0 gap-1.5 lg:ml-0">
            {streaming && <QueueButton of={key} onClick={send} />}
            <SendButton of={key} streaming={streaming} onSend={send} onStop={onStop} />
          </div>
        </div>
      </section>
    </div>
  )
}

function Files({ of: key }: { of: ConversationKey }) {
  const any = useDraft(key, (draft) => draft.files.length > 0)
  return <Suspense>{any && <DraftFiles of={key} />}</Suspense>
}

interface TextBoxProps {
  of: ConversationKey
  box: React.RefObject<HTMLTextAreaElement | null>
  onEnter: () => void
  onPasteFiles: (files: File[]) => void
}

function TextBox({ of: key, box, onEnter, onPasteFiles }: TextBoxProps) {
  const drafts = useDrafts()
  const text = useDraft(key, (draft) => draft.text)
  useGrowingBox(box, text)
  useTypedBefore(key, box)
  const prompts = usePromptCall(key, box, text)

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || prompts.onKeyDown(event)) return
    // Out of the box, so that the one-key shortcuts can be reached.
    if (event.key === 'Escape') return box.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!event.repeat) onEnter()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onPasteFiles(files)
  }
  return (
    <div className="relative">
      {prompts.list}
      <textarea
        ref={box}
        value={text}
        onChange={({ target }) => drafts.update(key, (draft) => ({ ...draft, text: target.value }))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        aria-label={m.composer_label()}
        placeholder={m.composer_placeholder()}
        data-shortcut="composer"
        enterKeyHint="send"
        dir="auto"
        rows={1}
        className="block field-sizing-content max-h-[400px] min-h-[44px] w-full resize-none overscroll-contain bg-transparent px-4 pt-3 pb-1 leading-6 outline-none placeholder:text-faint"
      />
    </div>
  )
}

/** What was typed before the page came to life counts too. */
function useTypedBefore(key: ConversationKey, box: React.RefObject<HTMLTextAreaElement | null>) {
  const drafts = useDrafts()
  const adopt = useEffectEvent(() => {
    const typed = box.current?.value ?? ''
    drafts.update(key, (draft) => (typed === draft.text ? draft : merged(draft, { ...emptyDraft, text: typed })))
  })
  useLayoutEffect(() => adopt(), [])
}

interface AttachToggleProps {
  of: ConversationKey
  button: React.RefObject<HTMLButtonElement | null>
  open: boolean
  onToggle: () => void
}

function AttachToggle({ of: key, button, open, onToggle }: AttachToggleProps) {
  const count = useDraft(key, (draft) => draft.files.length)
  const label = count > 0 ? m.composer_attach_count({ count }) : m.composer_attach()
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-expanded={open}
      onClick={onToggle}
      className="inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-1 rounded-md px-2 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink aria-expanded:bg-accent-soft aria-expanded:text-accent-text"
    >
      <Paperclip aria-hidden className="size-[18px]" />
      {count > 0 && <span className="font-medium tabular-nums">{count}</span>}
    </button>
  )
}

function QueueButton({ of: key, onClick }: { of: ConversationKey; onClick: () => void }) {
  const empty = useDraft(key, (draft) => draft.text.trim() === '')
  if (empty) return null
  return (
    <button
      type="button"
      aria-label={m.composer_queue()}
      data-tooltip={m.composer_queue()}
      onClick={onClick}
      className="grid size-9 place-items-center rounded-full border border-line-strong text-muted transition hover:bg-sunken hover:text-ink"
    >
      <ListEnd aria-hidden className="size-[18px]" />
    </button>
  )
}

interface SendButtonProps {
  of: ConversationKey
  streaming: boolean
  onSend: () => void
  onStop: () => void
}

/** One button, so that the focus stays where it is when sending turns into stopping. */
function SendButton({ of: key, streaming, onSend, onStop }: SendButtonProps) {
  const empty = useDraft(key, (draft) => draft.text.trim() === '')
  const label = streaming ? m.composer_stop() : m.composer_send()
  const act = ({ detail }: MouseEvent) => {
    // The second click of a double click on 'send' is not meant to stop.
    if (detail > 1) return
    if (streaming) onStop()
    else onSend()
  }
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      onClick={act}
      className={`grid size-9 place-items-center rounded-full bg-accent text-accent-ink transition hover:bg-accent-hover ${empty && !streaming ? 'opacity-40' : ''}`}
    >
      {streaming ? (
        <Square aria-hidden className="size-3.5 fill-current" />
      ) : (
        <ArrowUp aria-hidden className="size-[18px]" />
      )}
    </button>
  )
}

/** A new conversation begins in the box, unless a keyboard would cover the page or something else has the focus. */
function useFocusOnNew(box: React.RefObject<HTMLTextAreaElement | null>, key: ConversationKey) {
  useEffect(() => {
    if (key !== 'new' || !matchMedia('(pointer: fine)').matches) return
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('a[href="/chat"]')) box.current?.focus()
  }, [box, key])
}
