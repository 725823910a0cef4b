import { createServerFn } from '@tanstack/react-start'
import * as system from '~/contract/system.ts'
import { withApi } from '~/web/api/api.ts'

/** How the product is, for admins. */
export const getSystem = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(system.getSystem))
