import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PromptOwner, SavedPrompt } from '~/contract/prompts.ts'
import { m } from '~/paraglide/messages'
import { Button, IconButton } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { Loader } from '~/ui/loader.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { useMe } from '~/web/session/me.ts'
import { DeletePromptDialog } from './delete-prompt-dialog.tsx'
import { type EditedPrompt, PromptForm } from './prompt-form.tsx'
import { promptsQuery } from './queries.ts'

/** The contract's. */
const mostPrompts = 100

interface PromptsDialogProps {
  open: boolean
  onClose: () => void
}

/** The member's own prompts and the organisation's, with what may be changed of them. */
export default function PromptsDialog({ open, onClose }: PromptsDialogProps) {
  const { data, error, refetch } = useQuery({ ...promptsQuery, enabled: open })
  const isAdmin = useMe().user_role === 'admin'
  const [edited, setEdited] = useState<EditedPrompt>()
  const [deleted, setDeleted] = useState<SavedPrompt>()
  const listed = (owner: PromptOwner) => ({
    owner,
    prompts: data?.filter((prompt) => prompt.owner === owner) ?? [],
    onEdit: setEdited,
    onDelete: setDeleted,
  })
  return (
    <Dialog open={open} onClose={onClose} title={m.prompts_title()}>
      <p className="mb-4 text-sm text-muted">{m.prompts_hint()}</p>
      {error && !data ? (
        <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Prompts title={m.prompts_own()} none={m.prompts_none()} mayChange {...listed('member')} />
          <Prompts
            title={m.prompts_of_organization()}
            none={isAdmin ? m.prompts_none_for_all() : m.prompts_none_of_organization()}
            mayChange={isAdmin}
            {...listed('organization')}
          />
        </div>
      ) : (
        <Loader />
      )}
      <PromptForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeletePromptDialog prompt={deleted} onClose={() => setDeleted(undefined)} />
    </Dialog>
  )
}

interface PromptsProps {
  title: string
  /** What stands there where there are none. */
  none: string
  owner: PromptOwner
  prompts: SavedPrompt[]
  mayChange: boolean
  onEdit: (prompt: EditedPrompt) => void
  onDelete: (prompt: SavedPrompt) => void
}

const Prompts = ({ title, none, owner, prompts, mayChange, onEdit, onDelete }: PromptsProps) => (
  <section aria-label={title}>
    <header className="mb-1 flex min-h-9 items-center justify-between gap-3">
      <h3 className="text-sm font-medium">{title}</h3>
      {mayChange && prompts.length < mostPrompts && (
        <Button size="sm" onClick={() => onEdit({ owner, title: '', text: '' })}>
          <Plus aria-hidden className="size-4" />
          {m.prompts_add()}
        </Button>
      )}
    </header>
    {prompts.length === 0 && <p className="text-sm text-muted">{none}</p>}
    <ul className="divide-y divide-line">
      {prompts.map((prompt) => (
        <li key={prompt.id} className="flex items-center gap-1 py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium">{prompt.title}</p>
            <p className="truncate text-xs text-muted">{prompt.text}</p>
          </div>
          {mayChange && (
            <>
              <IconButton label={m.prompts_edit_of({ title: prompt.title })} onClick={() => onEdit(prompt)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={m.prompts_delete_of({ title: prompt.title })} onClick={() => onDelete(prompt)}>
                <Trash2 aria-hidden />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ul>
  </section>
)
