import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { toast } from '~/ui/toast.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { addKeyword } from './keywords.functions.ts'
import { refreshKeywords } from './queries.ts'

/** The contract's. */
const longestKeyword = 200

/** Blocks one keyword; an empty one does nothing. */
export function AddKeyword() {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const keyword = text.trim()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- submitted again after a failure it is the same keyword still
  const headers = useMemo(() => idempotent(), [open, keyword])

  const add = async () => {
    await addKeyword({ data: { keyword }, headers })
    await refreshKeywords(queryClient)
    toast.success(m.keywords_added())
  }

  return (
    <>
      <Button
        variant="primary"
        onClick={() => {
          setText('')
          setOpen(true)
        }}
      >
        <Plus aria-hidden className="size-4" />
        {m.keywords_add()}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.keywords_add()}
        submitLabel={m.keywords_add_submit()}
        canSubmit={keyword !== ''}
        onSubmit={add}
        describeError={errorMessage}
      >
        <TextField
          label={m.keywords_col_keyword()}
          value={text}
          maxLength={longestKeyword}
          autoComplete="off"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={keepComposing}
        />
        <p className="text-sm text-muted">{m.keywords_matching()}</p>
      </FormDialog>
    </>
  )
}
