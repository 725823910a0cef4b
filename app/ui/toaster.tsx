import { useEffect } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { m } from '~/paraglide/messages'
import { onNotice, takeNotices } from './toast.ts'

/** Milliseconds. */
const durations = { success: 2000, error: 4000 }

/** Draws the notices, at most 20. */
export default function Toaster() {
  useEffect(() => {
    const show = () => {
      for (const { kind, text } of takeNotices()) sonner[kind](text, { duration: durations[kind] })
    }
    show()
    return onNotice(show)
  }, [])

  return (
    <Sonner
      position="top-center"
      visibleToasts={20}
      containerAriaLabel={m.notifications()}
      toastOptions={{
        classNames: {
          toast: '!rounded-md !border-line !bg-raised !text-ink !shadow-overlay !font-sans [word-break:auto-phrase]',
          error: '[&_[data-icon]]:!text-danger',
          success: '[&_[data-icon]]:!text-success',
        },
      }}
    />
  )
}
