import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { errorMessage } from '~/web/errors/message.ts'

/** Why an opinion of an answer was not taken. */
export const opinionFailure = (error: unknown): string =>
  hasCode(error, 'does_not_exist') ? m.message_id_not_found() : errorMessage(error)
