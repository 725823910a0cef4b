import { useId } from 'react'
import { defaultAgent } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { agentLooks } from './agent-looks.ts'
import type { Choice } from '../composer/use-choice.ts'
import { hasNoAgents, type Offered } from './offered-agents.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '~/web/session/me.ts'

interface AgentGridProps {
  offered: Offered | undefined
  choice: Choice
}

/** A new conversation's first question: what to do, and with which agent. The ones that are not available come last, quietly. */
export function AgentGrid({ offered, choice }: AgentGridProps) {
  const agents = (offered?.agents ?? []).toSorted((a, b) => Number(b.available) - Number(a.available))
  if (hasNoAgents(offered)) return <NoAgents />
  return (
    // A scroller of its own, which begins at its top and not, as the messages do, at the end.
    <div className="absolute inset-0 overflow-y-auto">
      <section className="mx-auto flex min-h-full w-full max-w-2xl flex-col justify-center px-5 py-6 text-center sm:py-10">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{m.chat_pick_title()}</h1>
        <p className="mt-2 text-sm text-muted">
          {choice.agent === defaultAgent
            ? m.chat_pick_note()
            : m.chat_pick_note_agent({ agent: agentLooks[choice.agent].name() })}
        </p>
        <fieldset className="mt-6 grid grid-cols-2 gap-2 text-left sm:mt-8 sm:grid-cols-3 sm:gap-3">
          <legend className="sr-only">{m.composer_agent()}</legend>
          {agents.map(({ name, available }) => (
            <Card
              key={name}
              name={name}
              available={available}
              checked={name === choice.agent}
              onChoose={() => choice.choose({ agent: name })}
            />
          ))}
        </fieldset>
      </section>
    </div>
  )
}

interface CardProps {
  name: keyof typeof agentLooks
  available: boolean
  checked: boolean
  onChoose: () => void
}

/** A radio button: the arrow keys go from one available agent to the next. */
function Card({ name, available, checked, onChoose }: CardProps) {
  const { icon: Icon, ...look } = agentLooks[name]
  const detail = useId()
  return (
    <label
      className={classes(
        'relative flex rounded-lg transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        available
          ? 'cursor-pointer gap-3 border border-line bg-surface p-3 hover:border-line-strong sm:p-4 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft max-sm:col-span-2 sm:flex-col'
          : 'items-center gap-2.5 px-3 py-2 text-faint sm:px-4',
      )}
    >
      <input
        type="radio"
        name="agent"
        checked={checked}
        disabled={!available}
        onChange={onChoose}
        aria-label={look.name()}
        aria-describedby={detail}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-lg outline-none"
      />
      <Icon aria-hidden className={classes('shrink-0', available ? 'size-5 text-accent-text' : 'size-4')} />
      <span className="min-w-0">
        <span className={classes('block', available ? 'text-[15px] font-medium' : 'text-sm max-sm:text-[13px]')}>
          {look.name()}
        </span>
        <span id={detail} className={classes('block', available ? 'mt-0.5 text-sm text-muted' : 'text-xs')}>
          {available ? look.description() : m.unavailable()}
        </span>
      </span>
    </label>
  )
}

/** In place of the grid where no agent can be chosen: an admin is led to where agents are switched on, others learn whom to ask. */
function NoAgents() {
  const isAdmin = useMe().user_role === 'admin'
  return (
    <section className="mx-auto flex h-full max-w-md flex-col items-center justify-center px-5 py-6 text-center [word-break:auto-phrase]">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{m.agents_none()}</h1>
      <p className="mt-2 text-sm text-balance text-muted">{isAdmin ? m.chat_no_agents_admin() : m.chat_no_agents()}</p>
      {isAdmin && (
        <Link
          to="/admin/agents"
          className="mt-6 inline-flex h-10 items-center rounded-md bg-accent px-4 font-medium text-accent-ink hover:bg-accent-hover"
        >
          {m.chat_no_agents_link()}
        </Link>
      )}
    </section>
  )
}
