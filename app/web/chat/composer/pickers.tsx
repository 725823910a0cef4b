import { useQueryClient } from '@tanstack/react-query'
import type { ModelChoice } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { Select } from '~/ui/select/select.tsx'
import { agentLooks } from '../agents/agent-looks.ts'
import { hasNoAgents, type Offered } from '../agents/offered-agents.ts'
import { chatSettingsQuery } from '../queries.ts'
import type { Choice } from './use-choice.ts'

const warnings = { gone: m.model_gone, limit_reached: m.model_limit_reached }

/** Milliseconds for which the list of models is not asked for again by who turns to it. */
const lookedAtFor = 10_000

interface PickerProps {
  offered: Offered | undefined
  choice: Choice
}

/** The agent of the next question; where none can be chosen, it says so. */
export function AgentPicker({ offered, choice: { agent, choose } }: PickerProps) {
  if (hasNoAgents(offered)) return <span className="truncate px-2 text-sm text-muted">{m.agents_none()}</span>
  return (
    <Select
      label={m.composer_agent()}
      value={agent}
      onChange={(next) => choose({ agent: next })}
      options={defaultFirst(offered?.agents ?? [{ name: agent, default: true, available: true }]).map(
        ({ name, available }) => {
          const { icon: Icon, ...look } = agentLooks[name]
          return {
            value: name,
            label: look.name(),
            description: look.description(),
            icon: <Icon aria-hidden />,
            disabled: !available,
          }
        },
      )}
    />
  )
}

/** The model of the next question. Whoever turns to it sees which are there now. */
export function ModelPicker({ offered, choice: { model, choose } }: PickerProps) {
  const queryClient = useQueryClient()
  const look = () => void queryClient.prefetchQuery({ ...chatSettingsQuery, staleTime: lookedAtFor })
  const models: readonly ModelChoice[] = offered?.models ?? [{ name: model, default: true, available: true }]
  return (
    <span className="inline-flex min-w-0" onPointerEnter={look} onFocus={look}>
      <Select
        label={m.composer_model()}
        value={model}
        onChange={(next) => choose({ model: next })}
        options={defaultFirst(models).map(({ name, label, available, state }) => ({
          value: name,
          label: name === 'adaptive' ? m.model_adaptive() : (label ?? name),
          disabled: !available,
          warning: state && warnings[state](),
        }))}
      />
    </span>
  )
}

/** The default model is listed first. */
const defaultFirst = <Choice extends { default: boolean }>(choices: readonly Choice[]) =>
  choices.toSorted((a, b) => Number(b.default) - Number(a.default))
