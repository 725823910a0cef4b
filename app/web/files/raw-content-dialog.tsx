import { useQuery } from '@tanstack/react-query'
import type { StoredFile } from '~/contract/files.ts'
import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Loader } from '~/ui/loader.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { contentQuery } from './queries.ts'

/** The text that was read from a file, as answers quote it. */
export const RawContentDialog = ({ file, onClose }: { file: StoredFile | undefined; onClose: () => void }) => (
  <Dialog open={file !== undefined} onClose={onClose} title={file?.name ?? ''}>
    {file && <RawContent fileId={file.id} />}
  </Dialog>
)

function RawContent({ fileId }: { fileId: number }) {
  const { data, error } = useQuery(contentQuery(fileId))
  const isMissing = error instanceof ApiError && error.code === 'file_content_not_available'
  if (error && !isMissing) return <ErrorBanner>{errorMessage(error)}</ErrorBanner>
  if (!data && !isMissing) return <Loader />
  const pages = data?.pages.filter(({ text }) => text.trim() !== '') ?? []
  if (pages.length === 0) return <p className="py-8 text-center text-muted">{m.files_raw_content_none()}</p>
  return (
    <section aria-label={m.files_raw_content()} className="grid gap-5">
      {pages.map(({ page, text }) => (
        <section key={page} className="[contain-intrinsic-size:auto_600px] [content-visibility:auto]">
          <h3 className="mb-1.5 text-xs font-medium text-muted">{m.table_page({ page })}</h3>
          <p className="rounded-md bg-sunken p-3.5 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        </section>
      ))}
    </section>
  )
}
