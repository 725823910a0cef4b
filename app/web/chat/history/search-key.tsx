import { useEffect } from 'react'
import { focusHistorySearch } from './focus-search.ts'

/** Ctrl+K, or Cmd+K on a Mac, leads to the search in conversations from anywhere but a dialog. */
export function HistorySearchKey() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.isComposing || document.querySelector('[role=dialog][aria-modal=true]')) return
      event.preventDefault()
      void focusHistorySearch()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
