import { RotateCw } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'

interface LoadFailureProps {
  text: string
  /** Whether it is being tried again. */
  busy?: boolean
  onRetry: () => void
}

/** What could not be loaded, with the way to try again. */
export const LoadFailure = ({ text, busy = false, onRetry }: LoadFailureProps) => (
  <div className="grid justify-items-start gap-3">
    <ErrorBanner>{text}</ErrorBanner>
    <Button size="sm" busy={busy} onClick={onRetry}>
      {!busy && <RotateCw aria-hidden className="size-4" />}
      {m.try_again()}
    </Button>
  </div>
)
