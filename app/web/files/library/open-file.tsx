import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { FileDetails } from './file-details.tsx'
import { fileIdOf, fragmentOf, placeOf } from '../place.ts'
import type { FilesSearch } from '../files-search.ts'
import { PreviewHost } from '../preview/preview-host.tsx'
import { RawContentDialog } from './raw-content-dialog.tsx'

const route = getRouteApi('/_shell/files/{-$fileId}')

/** Opens a file's details or its raw content, by the address: the list under them stays as it is. */
export function useOpenings() {
  const navigate = route.useNavigate()
  return useMemo(() => {
    const open = (part: Pick<FilesSearch, 'file' | 'content'>) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...part }),
        state: { over: true },
        resetScroll: false,
      })
    return {
      showDetails: ({ id }: StoredFile) => open({ file: id }),
      showContent: ({ id }: StoredFile) => open({ content: id }),
    }
  }, [navigate])
}

interface OpenFileProps {
  /** The files that are listed. */
  listed: StoredFile[] | undefined
  onDeleted: (files: StoredFile[]) => void
}

/**
 * What of a file the address opens over the list: its details (`?file=12`), over these its raw content (`?content=12`) or
 * its preview (`/files/12#page=3`). Closing one leads back to where it was opened.
 */
export function OpenFile({ listed, onDeleted }: OpenFileProps) {
  const { file, content } = route.useSearch()
  const { fileId } = route.useParams()
  const preview = fileIdOf(fileId)
  const page = useLocation({ select: ({ hash }) => placeOf(hash).page })
  const over = useLocation({ select: ({ state }) => state.over })
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const { showContent } = useOpenings()
  const inList = (id: number | undefined) => listed?.find((each) => each.id === id)

  /** Goes back to where it was opened; an address that was opened directly has no earlier page. */
  const close = (without: Partial<FilesSearch>, options?: { ignoreBlocker: boolean }) =>
    over
      ? history.back(options)
      : void navigate({
          to: '/files/{-$fileId}',
          params: { fileId: undefined },
          search: (before) => ({ ...before, ...without }),
          replace: true,
          resetScroll: false,
          ...options,
        })
  return (
    <>
      <FileDetails
        fileId={file}
        listed={inList(file)}
        covered={preview !== undefined || content !== undefined}
        onClose={(options) => close({ file: undefined }, options)}
        onPreview={({ id }) =>
          void navigate({
            to: '/files/{-$fileId}',
            params: { fileId: String(id) },
            search: true,
            state: { over: true },
            resetScroll: false,
          })
        }
        onShowContent={showContent}
        onDeleted={onDeleted}
      />
      <RawContentDialog
        fileId={content}
        listed={inList(content)}
        page={page}
        onPage={(next) =>
          void navigate({
            to: '.',
            search: true,
            hash: fragmentOf({ page: next }),
            state: true,
            replace: true,
            resetScroll: false,
          })
        }
        onClose={() => close({ content: undefined })}
      />
      <PreviewHost fileId={preview} page={page} onClose={() => close({})} />
    </>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** It was opened over the entry before it, so that closing it leads back there. */
    over?: boolean
  }
}
