import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Agent } from '~/contract/agents.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { Switch } from '~/ui/form/switch.tsx'
import { agentLooks } from '~/web/chat/agents/agent-looks.ts'
import { RulesForm } from './rules-form.tsx'
import { useSwitchAgent } from './save-agent.ts'

interface AgentCardProps {
  agent: Agent
  open: boolean
  onToggle: (open: boolean) => void
}

/** An agent: a switch that lets members ask it, and what it does, or a link to its rules. */
export function AgentCard({ agent, open, onToggle }: AgentCardProps) {
  const body = useId()
  const card = useRef<HTMLElement>(null)
  const reveal = useEffectEvent(() => {
    if (open) card.current?.scrollIntoView({ block: 'nearest' })
  })
  // An address may name a card that is further down.
  useEffect(() => reveal(), [])
  const { icon: Icon, ...look } = lookOf(agent)
  const name = look.name()
  const { mutate: switchTo } = useSwitchAgent(agent)
  return (
    <section ref={card} className="scroll-mb-8 rounded-lg border border-line bg-surface">
      <header className="flex items-center gap-3 pr-4">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={body}
            onClick={() => onToggle(!open)}
            className="flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-3 text-left"
          >
            <Icon
              aria-hidden
              className={classes('size-5 shrink-0', agent.available ? 'text-accent-text' : 'text-faint')}
            />
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
              <span className="text-[15px] font-medium wrap-anywhere">{name}</span>
              {!agent.available && (
                <span className="rounded-sm bg-sunken px-1.5 py-0.5 text-xs whitespace-nowrap text-muted">
                  {m.agents_not_installed()}
                </span>
              )}
            </span>
            <ChevronDown
              aria-hidden
              className={classes('ml-auto size-4 shrink-0 text-faint transition-transform', open && 'rotate-180')}
            />
          </button>
        </h2>
        <Switch label={m.agents_enable({ name })} checked={agent.enabled} onChange={switchTo} />
      </header>
      {/* What is typed stays while the card is closed. */}
      <div id={body} hidden={!open} className="border-t border-line px-4 py-4">
        {!agent.available && <p className="mb-4 text-sm text-muted">{m.agents_not_installed_note()}</p>}
        {agent.type === 'compliance_review_ai' ? (
          <RulesForm agent={agent} />
        ) : (
          <p className="text-sm text-muted">{look.description()}</p>
        )}
      </div>
    </section>
  )
}

/** Another provider may have agents that this page does not know. */
function lookOf({ type }: Agent) {
  if (Object.hasOwn(agentLooks, type)) return agentLooks[type]
  const unknown = () => m.agents_unknown({ type })
  return { icon: CircleQuestionMark, name: unknown, description: unknown }
}
