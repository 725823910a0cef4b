import type { UseNavigateResult } from '@tanstack/react-router'
import { focusHistorySearch } from '~/web/chat/history/focus-search.ts'
import { showDialog } from './shown-dialog.ts'

interface Shortcut {
  /** `KeyboardEvent.key`. */
  key: string
  /** The control of the page that it reaches. */
  control?: string
  run: (navigate: UseNavigateResult<string>) => void | Promise<void>
}

/**
 * The shortcuts. Each is a single key that counts only while no field has the focus, so that none can collide with a
 * browser's shortcuts or an input method; Escape leads out of the question's box. What they reach carries
 * `data-shortcut`; where the page has no such control, nothing happens.
 */
export const shortcuts: readonly Shortcut[] = [
  {
    key: 'n',
    run: async (navigate) => {
      await navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } })
      await reach('composer', focus)
    },
  },
  { key: 'i', control: 'composer', run: () => reach('composer', focus) },
  { key: '/', run: focusHistorySearch },
  {
    key: 'c',
    control: 'copy-answer',
    run: () => reach('copy-answer', (control) => control.click()),
  },
  {
    key: 'b',
    control: 'navigation',
    run: () => reach('navigation', (control) => control.click()),
  },
  { key: '?', run: () => showDialog('shortcuts') },
]

/** Those that the page has something for. */
export const shortcutsHere = () => shortcuts.filter(({ control }) => !control || controlOf(control))

/** The shortcut that a key press means, if any. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.keyCode === 229) return undefined
  if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return undefined
  return shortcuts.find(({ key }) => key === event.key.toLowerCase())
}

/** Whether keys mean something where the focus is: in a field, or in a dialog or menu that lies over the page. */
const takesKeys = (target: EventTarget | null) =>
  target !== null && 'closest' in target && (target as Element).closest(keyTakers) !== null

const keyTakers =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Acts on a control, once the page has drawn what was just asked for. */
async function reach(name: string, act: (control: HTMLElement) => void) {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const control = controlOf(name)
  if (control) act(control)
}

/** The last visible control of a name. */
const controlOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-shortcut="${name}"]`)].findLast((each) => each.checkVisibility())

const focus = (control: HTMLElement) => control.focus()
