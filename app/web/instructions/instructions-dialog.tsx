import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { TextArea } from '~/ui/form/text-area.tsx'
import { toast } from '~/ui/toast.ts'
import { chatSettingsQuery } from '~/web/chat/queries.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { getInstructions, setInstructions } from './instructions.functions.ts'

/** The contract's. */
const longest = 2000

const instructionsQuery = queryOptions({
  queryKey: ['instructions'],
  queryFn: ({ signal }) => getInstructions({ signal }),
  // Another tab or device may have changed them.
  staleTime: 0,
})

interface InstructionsDialogProps {
  open: boolean
  onClose: () => void
}

/** What the member wants of every answer. */
export default function InstructionsDialog({ open, onClose }: InstructionsDialogProps) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({ ...instructionsQuery, enabled: open })
  // Without a model there is nobody to heed them: only the default is to choose from then.
  const { data: settings } = useQuery({ ...chatSettingsQuery, enabled: open })
  const hasModel = settings === undefined || settings.models.length > 1
  /** What was typed; nothing as long as it is what is stored. */
  const [typed, setTyped] = useState<string>()
  const close = () => {
    setTyped(undefined)
    onClose()
  }
  const text = typed ?? data?.text ?? ''

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={m.instructions_title()}
      submitLabel={m.save()}
      canSubmit={data !== undefined && text.trim() !== data.text}
      onSubmit={async () => {
        queryClient.setQueryData(instructionsQuery.queryKey, await setInstructions({ data: { text } }))
        toast.success(m.instructions_saved())
      }}
      describeError={errorMessage}
    >
      {error && !data ? (
        <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <TextArea
          label={m.instructions_label()}
          hint={hasModel ? m.instructions_hint() : m.instructions_no_model()}
          placeholder={data && m.instructions_placeholder()}
          value={text}
          rows={8}
          maxLength={longest}
          readOnly={!data}
          aria-busy={!data}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
