import type { Page } from 'playwright'

interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
  type: unknown
  flags: number
}

/** What React sets on a component that it has called in this commit; its developer tools read it too. */
const performedWork = 1

/**
 * Counts from now on how often React draws the component of each element. It listens where React's developer tools do, so
 * that the product is tested as it is built, without a profiling build. Call it before the page is opened.
 */
export const countRenders = (page: Page) =>
  page.addInitScript((performedWork) => {
    const counts = new Map<Element, number>()
    const seen = new WeakMap<Element, Fiber>()
    const visit = (fiber: Fiber | null) => {
      for (let each = fiber; each; each = each.sibling) {
        if (typeof each.type === 'string' && each.return) note(each)
        visit(each.child)
      }
    }
    const note = (host: Fiber) => {
      const element = (host as Fiber & { stateNode: Element }).stateNode
      const component = host.return!
      // A component that was skipped is the same object as before, or a copy without the flag.
      if (seen.get(element) !== component && component.flags & performedWork) {
        counts.set(element, (counts.get(element) ?? 0) + 1)
      }
      seen.set(element, component)
    }
    Object.assign(window, {
      renderCounts: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
      },
    })
  }, performedWork)

/** How often the component of each of these elements was drawn since {@link countRenders}, in the order of the page. */
export const rendersOf = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate((selector) => {
    const { renderCounts } = window as unknown as { renderCounts: Map<Element, number> }
    return [...document.querySelectorAll(selector)].map((element) => renderCounts.get(element) ?? 0)
  }, selector)
