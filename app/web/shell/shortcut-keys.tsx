import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { lazyPopup } from '~/ui/lazy-popup.tsx'
import { shortcutOf } from './shortcuts.ts'
import { shortcutsOn, showShortcuts, useShortcutsShown } from './shortcuts-shown.ts'

const ShortcutsDialog = lazyPopup(() => import('./shortcuts-dialog.tsx'))

/** Listens for shortcuts on every page, and shows their list. */
export function ShortcutKeys() {
  const on = shortcutsOn.use()
  const shown = useShortcutsShown()
  const navigate = useNavigate()

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event)
    if (!shortcut) return
    event.preventDefault()
    void shortcut.run({
      toNewConversation: () => navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } }),
      showShortcuts: () => showShortcuts(true),
    })
  })
  useEffect(() => {
    if (!on) return
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => onKeyDown(event), listening)
    return () => listening.abort()
  }, [on])

  return <ShortcutsDialog open={shown} onClose={() => showShortcuts(false)} />
}
