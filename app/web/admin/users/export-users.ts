import { m } from '~/paraglide/messages'
import { saveFrom } from '~/ui/save-file.ts'
import { toast } from '~/ui/toast.ts'
import { exportUsers } from './users.functions.ts'

/** Saves the users as CSV on the admin's device: all of them, or those whose address contains `email`. */
export async function saveUsers(email: string | undefined): Promise<void> {
  try {
    const { download_url } = await exportUsers({ data: email ? { email } : {} })
    saveFrom(download_url)
  } catch {
    toast.error(m.users_export_failed())
  }
}
