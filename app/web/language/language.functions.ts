import { createServerFn } from '@tanstack/react-start'
import { type Language, updateUser } from '~/contract/users.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

/** Sets the signed-in member's language, in which mails and exports come. */
export const setLanguage = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; language: Language }>())
  .handler(async ({ data: { id, language }, context }) => {
    await context.api(updateUser, { params: { id }, body: { language } })
  })
