import { saveFrom } from '~/ui/save-file.ts'
import { toast } from '~/ui/toast.ts'
import { downloadFailure } from './download-failure.ts'
import { getDownload } from './files.functions.ts'

/** Saves a file on the user's device. The signed address answers with an attachment, so the page stays where it is. */
export async function downloadFile(id: number): Promise<void> {
  const { url } = await getDownload({ data: { id } })
  saveFrom(url)
}

/** The same for a button: a failure is shown. */
export const downloadOrReport = (id: number) => downloadFile(id).catch(reportDownloadFailure)

/** Says why there is no address to download from. */
export const reportDownloadFailure = (error: unknown): void => void toast.error(downloadFailure(error))
