import { type RefObject, useLayoutEffect } from 'react'

/**
 * Makes a text box as high as its text, within the limits of its style. Browsers with `field-sizing` do it in their layout;
 * in others the height is set by hand, and no longer measured once the text has outgrown the limit by far.
 */
export function useGrowingBox(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    if (box.current && !CSS.supports('field-sizing', 'content')) fit(box.current, text)
  }, [box, text])
}

/** This many characters fill 400 px at any width of the box. */
const alwaysFullLength = 20_000

function fit(box: HTMLTextAreaElement, text: string) {
  if (text.length > alwaysFullLength) return void (box.style.height = '100vh')
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight}px`
}
