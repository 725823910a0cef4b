import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method that is composing, as Enter does when it confirms Japanese. Safari ends the
 * composition before the keydown and marks it only with the key code 229.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229
