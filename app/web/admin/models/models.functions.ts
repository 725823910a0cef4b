import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as models from '~/contract/models.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

/** All models with what the organisation says of them, for admins. */
export const listModelSettings = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(models.listModelSettings))

export const setModelSettings = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof models.setModelSettings>['body']>())
  .handler(async ({ data, context }) => void (await context.api(models.setModelSettings, { body: data })))
