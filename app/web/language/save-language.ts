import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { setLanguage } from './language.functions.ts'

/** Saves the language that the member has chosen, and shows whether that worked; the page has changed already. */
export async function saveLanguage(userId: number, language: Language): Promise<void> {
  try {
    await setLanguage({ data: { id: userId, language } })
    toast.success(m.language_saved())
  } catch (error) {
    toast.error(errorMessage(error))
  }
}
