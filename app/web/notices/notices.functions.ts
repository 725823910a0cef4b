import { createServerFn } from '@tanstack/react-start'
import * as notices from '~/contract/notices.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

/** Puts a notice away for the member, wherever they sign in. */
export const dismissNotice = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(notices.dismissNotice, { params: data })))
