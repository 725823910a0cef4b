import { historyVisible, navigationVisible } from '~/web/shell/navigation-visible.ts'

/** The name by which shortcuts find the search box. */
export const searchControl = 'search-conversations'

/** Shows the sidebar if it is hidden, and gives the focus to its search box. */
export async function focusHistorySearch() {
  navigationVisible.set(true)
  historyVisible.set(true)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const boxes = [...document.querySelectorAll<HTMLInputElement>(`[data-shortcut="${searchControl}"]`)]
  const box = boxes.findLast((each) => each.checkVisibility())
  box?.focus()
  box?.select()
}
