import { errorMessage } from '~/web/errors/message.ts'
import { saveFrom } from '~/ui/save-file.ts'
import { toast } from '~/ui/toast.ts'
import type { AuditsFilter } from './audits-search.ts'
import { exportActions, exportAudits } from './audits.functions.ts'

/** Saves all that the screen's filters find as CSV on the admin's device; a failure is told. */
export async function saveAudits({ tab, user, conversation, feedback, start, end }: AuditsFilter): Promise<void> {
  const filter = { ...(start && { start_date: start }), ...(end && { end_date: end }), ...(user && { user_id: user }) }
  try {
    const { download_url } =
      tab === 'actions'
        ? await exportActions({ data: filter })
        : await exportAudits({
            data: { ...filter, ...(conversation && { conversation_id: conversation }), ...(feedback && { feedback }) },
          })
    saveFrom(download_url)
  } catch (error) {
    toast.error(errorMessage(error))
  }
}
