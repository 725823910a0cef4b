import { useEffect } from 'react'
import { hideDialog, showDialog, useShownDialog } from '~/web/shell/shown-dialog.ts'
import { Palette } from './palette-part.ts'

/** Ctrl+K, or Cmd+K on a Mac, opens the palette from anywhere but another dialog, and closes it. */
export function PaletteKey() {
  const open = useShownDialog() === 'palette'
  useEffect(() => {
    const listening = new AbortController()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') Palette.preload()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.isComposing || event.keyCode === 229) return
      if (!open && document.querySelector('[role=dialog][aria-modal=true]')) return
      event.preventDefault()
      if (event.repeat) return
      if (open) hideDialog('palette')
      else showDialog('palette')
    }
    window.addEventListener('keydown', onKeyDown, listening)
    return () => listening.abort()
  }, [open])
  return null
}
