import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { codeMessage, errorMessage } from '~/web/errors/message.ts'

/** In place of a list that could not be read: why, and another try. */
export const HistoryError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="grid gap-2 p-2">
    <ErrorBanner>{textOf(error)}</ErrorBanner>
    <Button size="sm" onClick={onRetry}>
      {m.try_again()}
    </Button>
  </div>
)

/** Where nobody knows why, at least what could not be loaded. */
const textOf = (error: Error) =>
  error instanceof ApiError && error.code !== 'unexpected' ? errorMessage(error) : codeMessage('cannot_load_topics')
