import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as notices from '~/contract/notices.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listNotices = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(notices.listNotices))

export const addNotice = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof notices.addNotice>['body']>())
  .handler(({ data, context }) => context.api(notices.addNotice, { body: data }))

export const deleteNotice = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(notices.deleteNotice, { params: data })))
