import { ArrowUp, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { AgentType, ChatSettings } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { isComposing } from '~/ui/composing.ts'
import { Select } from '~/ui/select.tsx'
import { agentLooks } from './agents.ts'

export interface ComposerProps {
  text: string
  onText: (text: string) => void
  settings: ChatSettings | undefined
  agent: AgentType
  onAgent: (agent: AgentType) => void
  model: string
  onModel: (model: string) => void
  /** An answer is being written: the button stops it. */
  busy: boolean
  onSend: () => void
  onStop: () => void
}

/** The box to ask in: Enter sends, Shift+Enter breaks the line, and Enter that confirms an input method's text does neither. */
export function Composer({
  text,
  onText,
  settings,
  agent,
  onAgent,
  model,
  onModel,
  busy,
  onSend,
  onStop,
}: ComposerProps) {
  const box = useGrowingBox(text)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    if (!busy) onSend()
  }

  return (
    <form
      onSubmit={submit}
      className="rounded-xl border border-line-strong bg-raised shadow-raised transition-shadow focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/15"
    >
      <textarea
        ref={box}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={m.composer_label()}
        placeholder={m.composer_placeholder()}
        rows={1}
        className="block max-h-[400px] min-h-[44px] w-full resize-none bg-transparent px-4 pt-3 pb-1 leading-6 outline-none placeholder:text-faint"
      />
      <div className="flex items-center gap-1 p-2 pt-1">
        <Select
          label={m.composer_agent()}
          value={agent}
          onChange={onAgent}
          options={(settings?.pipelines ?? [{ name: agent, available: true }]).map(({ name, available }) => {
            const { icon: Icon, ...look } = agentLooks[name]
            return {
              value: name,
              label: look.name(),
              description: look.description(),
              icon: <Icon aria-hidden />,
              disabled: !available,
            }
          })}
        />
        <Select
          label={m.composer_model()}
          value={model}
          onChange={onModel}
          options={(settings?.models ?? [{ name: model, available: true }]).map(({ name, available }) => ({
            value: name,
            label: name === 'adaptive' ? m.model_adaptive() : name,
            disabled: !available,
          }))}
        />
        <span className="ml-auto hidden pr-2 text-xs text-faint lg:block">{m.composer_hint()}</span>
        {busy ? (
          <RoundButton key="stop" type="button" label={m.composer_stop()} onClick={onStop}>
            <Square aria-hidden className="size-3.5 fill-current" />
          </RoundButton>
        ) : (
          <RoundButton key="send" type="submit" label={m.composer_send()} dim={text.trim() === ''}>
            <ArrowUp aria-hidden className="size-[18px]" />
          </RoundButton>
        )}
      </div>
    </form>
  )
}

interface RoundButtonProps {
  type: 'button' | 'submit'
  label: string
  dim?: boolean
  onClick?: () => void
  children: React.ReactNode
}

const RoundButton = ({ type, label, dim = false, onClick, children }: RoundButtonProps) => (
  <button
    type={type}
    aria-label={label}
    title={label}
    onClick={onClick}
    className={`ml-auto grid size-9 shrink-0 place-items-center rounded-full bg-accent text-accent-ink transition hover:bg-accent-hover lg:ml-0 ${dim ? 'opacity-40' : ''}`}
  >
    {children}
  </button>
)

/** A box as high as its text, within the limits that its style sets. */
function useGrowingBox(text: string) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!box.current || box.current.value !== text) return
    box.current.style.height = 'auto'
    box.current.style.height = `${box.current.scrollHeight}px`
  }, [text])
  return box
}
