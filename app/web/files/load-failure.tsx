import { RotateCw } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'

/** What could not be loaded, with the way to try again. */
export const LoadFailure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className="grid justify-items-start gap-3">
    <ErrorBanner>{text}</ErrorBanner>
    <Button size="sm" onClick={onRetry}>
      <RotateCw aria-hidden className="size-4" />
      {m.try_again()}
    </Button>
  </div>
)
