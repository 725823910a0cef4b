import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { errorMessage } from '~/web/errors/message.ts'

/** In place of a list that could not be read: why, and another try. */
export const HistoryError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="grid gap-2 p-2">
    <ErrorBanner>{errorMessage(error)}</ErrorBanner>
    <Button size="sm" onClick={onRetry}>
      {m.try_again()}
    </Button>
  </div>
)
