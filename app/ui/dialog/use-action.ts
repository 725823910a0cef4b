import { useRef, useState } from 'react'

/**
 * What a dialog does before it closes: one run at a time; a failure is kept, with the dialog, until the next run or until
 * it is opened again. While it runs the dialog cannot be closed, so that no failure goes unseen.
 */
export function useAction(open: boolean, action: () => Promise<void>, onClose: () => void) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setFailure(undefined)
  }

  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await action()
      onClose()
    } catch (error) {
      setFailure({ error })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const close = () => {
    if (!running.current) onClose()
  }
  return { busy, failure, run, close }
}
