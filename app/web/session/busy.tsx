import { m } from '~/paraglide/messages'
import { Spinner } from '~/ui/spinner.tsx'

/** Over a card of the gate while an attempt is under way. */
export const Busy = () => (
  <div role="status" className="absolute inset-0 z-10 grid place-items-center rounded-xl bg-surface/70">
    <Spinner className="size-7 text-accent" />
    <span className="sr-only">{m.sign_in_busy()}</span>
  </div>
)
