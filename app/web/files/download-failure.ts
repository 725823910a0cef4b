import { m } from '~/paraglide/messages'
import { errorMessage } from '~/web/errors/message.ts'
import { isRefusal } from '~/web/errors/refusal.ts'

/** Why there is no address to download from, or at least that there is none. */
export const downloadFailure = (error: unknown): string =>
  isRefusal(error) ? errorMessage(error) : m.download_no_url()
