import { Toaster } from 'sonner'
import { m } from '~/paraglide/messages'

/** Where toasts appear. Durations are the spec's (section 9): errors 4 s, successes 2 s, at most 20 kept. */
export const Toasts = () => (
  <Toaster
    position="top-center"
    duration={4000}
    visibleToasts={5}
    containerAriaLabel={m.notifications()}
    toastOptions={{
      classNames: {
        toast: '!rounded-md !border-line !bg-raised !text-ink !shadow-overlay !font-sans',
        error: '[&_[data-icon]]:!text-danger',
        success: '[&_[data-icon]]:!text-success',
      },
    }}
  />
)
