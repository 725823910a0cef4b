import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { useActions } from './actions.ts'

/** Asks the last question again as it is, and says so when that fails. */
export function useAskAgain() {
  const { askAgain } = useActions()
  return () => askAgain().catch((error: unknown) => toast.error(errorMessage(error)))
}
