import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { exportUsers } from './users.functions.ts'

/** Saves the users as CSV on the admin's device: all of them, or those whose address contains `email`. */
export async function saveUsers(email: string | undefined): Promise<void> {
  try {
    const { download_url } = await exportUsers({ data: email ? { email } : {} })
    const link = document.createElement('a')
    link.href = download_url
    // Takes effect at our own origin, where it keeps an answer that is no attachment (an error) from replacing the page.
    link.download = ''
    link.click()
  } catch {
    toast.error(m.users_export_failed())
  }
}
