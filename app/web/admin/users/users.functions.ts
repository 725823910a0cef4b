import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as users from '~/contract/users.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

interface UserId {
  id: number
}

export const listUsers = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof users.listUsers>['query']>())
  .handler(({ data, context }) => context.api(users.listUsers, { query: data }))

export const getUser = createServerFn()
  .middleware([withApi])
  .validator(passed<UserId>())
  .handler(({ data, context }) => context.api(users.getUser, { params: data }))

/** The caller sends the idempotency header. */
export const addUser = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof users.addUser>['body']>())
  .handler(({ data, context }) => context.api(users.addUser, { body: data }))

/** The caller sends the idempotency header. */
export const resendInvitation = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<UserId>())
  .handler(({ data, context }) => context.api(users.resendInvitation, { params: data }))

export const updateUser = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<UserId & InputOf<typeof users.updateUser>['body']>())
  .handler(({ data: { id, ...body }, context }) => context.api(users.updateUser, { params: { id }, body }))

export const setUserActive = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<UserId & InputOf<typeof users.setUserActive>['body']>())
  .handler(({ data: { id, active }, context }) =>
    context.api(users.setUserActive, { params: { id }, body: { active } }),
  )

export const deleteUser = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<UserId>())
  .handler(async ({ data, context }) => {
    await context.api(users.deleteUser, { params: data })
  })

export const importUsers = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ language: users.Language; entries: InputOf<typeof users.importUsers>['body'] }>())
  .handler(({ data: { language, entries }, context }) =>
    context.api(users.importUsers, { query: { language }, body: entries }),
  )

/** A signed address that saves the users as CSV; those whose address contains `email`, where it is given. */
export const exportUsers = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof users.exportUsers>['query']>())
  .handler(({ data, context }) => context.api(users.exportUsers, { query: data }))
