import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '~/contract/api-keys.ts'
import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { revokeApiKey } from './api-keys.functions.ts'
import { refreshApiKeys } from './queries.ts'

interface RevokeKeyDialogProps {
  /** Which; nothing, no dialog. */
  apiKey: ApiKey | undefined
  onClose: () => void
}

/** Asks before a key ends, with which a program may be at work. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient()
  const shown = useLast(apiKey !== undefined, apiKey)
  const revoke = async () => {
    await revokeApiKey({ data: { id: apiKey!.id } }).catch(alreadyGone)
    await refreshApiKeys(queryClient)
    toast.success(m.api_keys_revoked())
  }
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onClose={onClose}
      title={m.api_keys_revoke_title()}
      onConfirm={revoke}
      text={m.api_keys_revoke_question({ name: shown?.name ?? '' })}
      describeError={errorMessage}
    />
  )
}

/** Somebody else has revoked it, or its end has come. */
function alreadyGone(error: unknown) {
  if (!hasCode(error, 'does_not_exist')) throw error
}
