import { useInfiniteQuery } from '@tanstack/react-query'
import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button, IconButton } from '~/ui/button.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import LimitsText from '~/web/files/upload/limits-text.tsx'
import type { GroupFilter } from '~/web/files/files-search.ts'
import { filesToChooseQuery } from '~/web/files/queries.ts'
import { useMe } from '~/web/session/me.ts'
import type { Limits } from './check-question.ts'
import { FileOption } from './file-option.tsx'
import { draftFileOf } from './draft.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

interface FilePanelProps {
  of: ConversationKey
  limits: Limits | undefined
  /** Takes files from the member's device. */
  onChoose: (files: File[]) => void
  onClose: () => void
}

/** The files that the member can attach, by name and group, and the way to add new ones. */
export default function FilePanel({ of: key, limits, onChoose, onClose }: FilePanelProps) {
  const [name, setName] = useState('')
  const [groups, setGroups] = useState<GroupFilter>('all')
  return (
    <section
      aria-label={m.attach_panel()}
      className="mb-2 flex max-h-[min(26rem,50dvh)] animate-fade-in flex-col rounded-xl border border-line bg-raised shadow-raised"
    >
      <header className="flex flex-wrap items-center gap-2 p-2 pb-1.5">
        <div className="min-w-0 flex-1 basis-48 max-sm:order-2 max-sm:basis-full">
          <SearchField label={m.files_search()} value={name} onSearch={setName} />
        </div>
        <GroupFilterButtons value={groups} onChange={setGroups} />
        <IconButton label={m.attach_close()} onClick={onClose} className="max-sm:ml-auto">
          <X aria-hidden />
        </IconButton>
      </header>
      <FileOptions of={key} limits={limits} name={name} groups={groups} />
      <DropArea onChoose={onChoose} />
      <p className="px-3 pb-2.5 text-center text-xs text-balance text-muted">
        <LimitsText forQuestion={limits} />
      </p>
    </section>
  )
}

function GroupFilterButtons({ value, onChange }: { value: GroupFilter; onChange: (value: GroupFilter) => void }) {
  const labels: Record<GroupFilter, string> = {
    all: m.files_group_all(),
    private: m.files_group_private(),
    organization: m.files_group_organization(),
  }
  return (
    <Segments
      label={m.files_group_filter()}
      value={value}
      options={Object.entries(labels).map(([filter, label]) => ({ value: filter as GroupFilter, label }))}
      onChange={onChange}
    />
  )
}

interface FileOptionsProps {
  of: ConversationKey
  limits: Limits | undefined
  name: string
  groups: GroupFilter
}

function FileOptions({ of: key, limits, name, groups }: FileOptionsProps) {
  const drafts = useDrafts()
  const chosen = useDraft(key, (draft) => draft.files)
  const query = filesToChooseQuery({ name, groups: groups === 'all' ? undefined : groups }, useMe().groups)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)

  const choose = (file: StoredFile, wanted: boolean) =>
    drafts.update(key, (draft) => {
      const others = draft.files.filter(({ id }) => id !== file.id)
      return { ...draft, files: wanted ? [...others, draftFileOf(file)] : others }
    })
  if (error) {
    return (
      <div className="grid gap-2 px-3 py-2">
        <ErrorBanner>{errorMessage(error)}</ErrorBanner>
        <Button size="sm" onClick={() => void refetch()}>
          {m.try_again()}
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton />
  const files = data.pages.flatMap((page) => page.data)
  return (
    <div className="min-h-24 flex-1 overflow-y-auto overscroll-contain px-2">
      {files.length === 0 && <p className="py-6 text-center text-sm text-muted">{m.table_empty()}</p>}
      <ul aria-label={m.attach_files()}>
        {files.map((file) => (
          <FileOption key={file.id} file={file} chosen={chosen} limits={limits} onChoose={choose} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="my-1 w-full"
        >
          {m.attach_more()}
        </Button>
      )}
    </div>
  )
}

const Skeleton = () => (
  <div role="status" aria-label={m.loading()} className="grid min-h-24 flex-1 content-start gap-4 px-4 py-3">
    {[60, 75, 50].map((width) => (
      <span key={width} className="h-4 animate-pulse rounded-sm bg-sunken" style={{ width: `${width}%` }} />
    ))}
  </div>
)

/** New files: picked here, or dropped, here as anywhere on the page. */
function DropArea({ onChoose }: { onChoose: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const takePicked = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    // The same file can be picked again.
    input.value = ''
    if (files.length > 0) onChoose(files)
  }
  return (
    <div className="m-2 mt-1.5 flex items-center justify-center gap-3 rounded-lg border border-dashed border-line-strong px-3 py-2.5 text-sm text-muted">
      <Upload aria-hidden className="size-4 shrink-0 text-faint max-sm:hidden" />
      <span className="max-sm:hidden">{m.files_drop_here()}</span>
      <Button size="sm" onClick={() => picker.current?.click()}>
        {m.attach_upload()}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={m.attach_upload()}
        onChange={({ currentTarget }) => takePicked(currentTarget)}
      />
    </div>
  )
}
