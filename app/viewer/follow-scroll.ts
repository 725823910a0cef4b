import type { Stage } from './stage.ts'

/**
 * Reports which page lies under a line in the view, by the elements with which pages begin.
 * @param depth of the line below the view's top, in pixels; a third of the view where not given
 */
export function followScroll(
  { scroller, onPage, signal }: Stage,
  pages: readonly Element[],
  depth = () => scroller.clientHeight / 3,
): void {
  let current = 0
  const follow = () => {
    const line = scroller.getBoundingClientRect().top + depth()
    const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
    const page = atEnd
      ? pages.length
      : Math.max(1, pages.findLastIndex((element) => element.getBoundingClientRect().top <= line) + 1)
    if (page === current) return
    current = page
    onPage(page)
  }
  scroller.addEventListener('scroll', follow, { passive: true, signal })
}
