import { ScriptOnce } from '@tanstack/react-router'

/** A scrolling box that the script below has brought to its place. */
export interface Placed extends HTMLElement {
  /** Ends the keeping, and says that the place is the reader's. */
  placed?: () => void
}

/**
 * Brings the box around it to its end, or to the message that the address names, while the server's page is read: the newest
 * answer is the first thing to be seen, before any of the page's code. It is kept there as sections are laid out, until
 * somebody else moves it (the reader, or the router with the place where the reader was), or the page comes to life
 * (`stick-to-bottom.ts`). The route's `expect` link names it: browsers that know that show nothing of the page before.
 */
export const BeginAtEnd = ({ revealed }: { revealed: number }) => (
  <div id="end-of-messages">
    <ScriptOnce>{`(${place})(document.currentScript,${revealed})`}</ScriptOnce>
  </div>
)

/** Written for browsers as it is: it may use nothing from outside. */
const place = `(script, revealed) => {
  const box = script.closest('[data-scroller]')
  let top, height
  const keep = () => {
    if (box.scrollHeight === height && box.scrollTop < top - 1) return box.placed()
    const message = box.querySelector('[data-index="' + revealed + '"]')
    if (message) message.scrollIntoView({ block: 'start', behavior: 'instant' })
    else box.scrollTop = box.scrollHeight
    top = box.scrollTop
    height = box.scrollHeight
  }
  const resized = new ResizeObserver(keep)
  box.placed = () => resized.disconnect()
  resized.observe(box.firstElementChild)
  box.addEventListener('scroll', () => {
    if (box.scrollHeight === height && box.scrollTop < top - 1) box.placed()
  }, { passive: true })
  keep()
}`
