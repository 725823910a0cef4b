import type { KeyboardEvent } from 'react'
import { isComposing } from './composing.ts'

/** The Enter that confirms Japanese, or full-width digits, does not submit: a field's `onKeyDown`. */
export function keepComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
