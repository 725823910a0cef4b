import { createServerFn } from '@tanstack/react-start'
import * as agents from '~/contract/agents.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

/** The organisation's agents with their properties, for admins. */
export const listAgents = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(agents.listAgents, { query: {} }))

/** Switches an agent on or off, or sets its rules. */
export const updateAgent = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; change: InputOf<typeof agents.updateAgent>['body'] }>())
  .handler(({ data: { id, change }, context }) => context.api(agents.updateAgent, { params: { id }, body: change }))
