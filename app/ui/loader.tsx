import { m } from '~/paraglide/messages'
import { Spinner } from './spinner.tsx'

/** Fills its place while something loads. It comes in late, so that quick loads do not flicker. */
export function Loader() {
  return (
    <div role="status" className="flex h-full min-h-40 w-full items-center justify-center text-faint">
      <Spinner className="size-6 animate-[spin_1s_linear_infinite,fade-in_200ms_200ms_backwards]" />
      <span className="sr-only">{m.loading()}</span>
    </div>
  )
}
