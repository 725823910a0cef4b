import { Copy } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { TextField } from '~/ui/form/text-field.tsx'
import { toast } from '~/ui/toast.ts'

interface SecretDialogProps {
  /** What was made; nothing, no dialog. */
  made: { name: string; secret: string } | undefined
  onClose: () => void
}

const nothing = { name: '', secret: '' }

/** Shows a new key's secret, which nobody can show again. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  const { name, secret } = useLast(made !== undefined, made) ?? nothing
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(m.copied_to_clipboard()),
      () => toast.error(m.copy_error()),
    )
  return (
    <Dialog
      open={made !== undefined}
      onClose={onClose}
      title={m.api_keys_made({ name })}
      width="form"
      actions={
        <>
          <Button onClick={onClose}>{m.close()}</Button>
          <Button variant="primary" onClick={() => void copy()}>
            <Copy aria-hidden className="size-4" />
            {m.api_keys_copy()}
          </Button>
        </>
      }
    >
      <TextField
        label={m.api_keys_secret()}
        hint={m.api_keys_secret_hint()}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        spellCheck={false}
      />
    </Dialog>
  )
}
