import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { PageFrame } from '~/ui/page-frame.tsx'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { AgentCard } from './agent-card.tsx'
import { agentsQuery } from './queries.ts'

const route = getRouteApi('/_shell/admin/agents')

/** A card for each agent; the one that the address names is open. */
export function AgentsPage() {
  const { agent: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: agents, error, refetch, isFetching } = useQuery(agentsQuery)
  const open = (agent: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, agent }), replace: true, resetScroll: false })

  return (
    <PageFrame title={m.agents_title()} description={m.agents_description()}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-8 md:px-6">
        <div className="grid max-w-3xl gap-2.5">
          {error && <LoadFailure text={errorMessage(error)} busy={isFetching} onRetry={() => void refetch()} />}
          {!agents && !error && <Skeleton />}
          {agents?.length === 0 && <p className="py-16 text-center text-muted">{m.agents_none()}</p>}
          {agents?.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              open={agent.type === opened}
              onToggle={(next) => open(next ? agent.type : undefined)}
            />
          ))}
        </div>
      </div>
    </PageFrame>
  )
}

const Skeleton = (): ReactNode =>
  Array.from({ length: 6 }, (_, index) => (
    <div key={index} className="h-14 animate-pulse rounded-lg bg-sunken">
      <span className="sr-only">{index === 0 && m.loading()}</span>
    </div>
  ))
