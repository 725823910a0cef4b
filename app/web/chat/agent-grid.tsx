import type { AgentType, ChatSettings } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { agentLooks } from './agents.ts'

export interface AgentGridProps {
  settings: ChatSettings | undefined
  agent: AgentType
  onAgent: (agent: AgentType) => void
}

/** A new conversation's first question: what to do, and with which agent. */
export const AgentGrid = ({ settings, agent, onAgent }: AgentGridProps) => (
  <section className="m-auto w-full max-w-2xl px-1 py-10 text-center">
    <h1 className="text-2xl font-semibold tracking-tight text-balance">{m.chat_pick_title()}</h1>
    <p className="mt-2 text-sm text-muted">{m.chat_pick_note()}</p>
    <div role="radiogroup" aria-label={m.composer_agent()} className="mt-8 grid gap-3 text-left sm:grid-cols-3">
      {settings?.pipelines
        .filter(({ available }) => available)
        .map(({ name }) => {
          const { icon: Icon, ...look } = agentLooks[name]
          return (
            <button
              key={name}
              type="button"
              role="radio"
              aria-checked={name === agent}
              onClick={() => onAgent(name)}
              className="flex gap-3 rounded-lg text-left border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-sunken aria-checked:border-accent aria-checked:bg-accent-soft sm:flex-col"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-accent-text" />
              <span>
                <span className="block text-[15px] font-medium">{look.name()}</span>
                <span className="mt-0.5 block text-sm text-muted">{look.description()}</span>
              </span>
            </button>
          )
        })}
    </div>
  </section>
)
