import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { shortcutsOn } from './shortcuts-on.ts'
import { shortcutOf } from './shortcuts.ts'

/** Listens for shortcuts on every page. */
export function ShortcutKeys() {
  const on = shortcutsOn.use()
  const navigate = useNavigate()

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event)
    if (!shortcut) return
    event.preventDefault()
    void shortcut.run(navigate)
  })
  useEffect(() => {
    if (!on) return
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => onKeyDown(event), listening)
    return () => listening.abort()
  }, [on])

  return null
}
