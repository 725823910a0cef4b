import { m } from '~/paraglide/messages'
import { element } from '../element.ts'

const tabClass =
  'h-10 shrink-0 border-b-2 border-transparent px-4 text-[13px] whitespace-nowrap text-muted hover:text-ink ' +
  'aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink'

/** The names of a workbook's sheets, of which one is open; arrow keys lead from one to the next. */
export function sheetTabs(names: readonly string[], onOpen: (index: number) => void) {
  const tabs = names.map((name, index) => {
    const tab = element('button', { type: 'button', role: 'tab', class: tabClass }, name)
    tab.addEventListener('click', () => onOpen(index))
    return tab
  })
  const list = element(
    'div',
    {
      role: 'tablist',
      'aria-label': m.viewer_sheets(),
      class: 'flex min-w-0 overflow-x-auto px-2 [scrollbar-width:none]',
    },
    ...tabs,
  )
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(event.target as HTMLButtonElement)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (at < 0 || next === undefined || !tabs[next]) return
    event.preventDefault()
    event.stopPropagation()
    onOpen(next)
    tabs[next].focus()
  })
  return {
    element: list,
    select(index: number) {
      for (const [position, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(position === index))
        tab.tabIndex = position === index ? 0 : -1
      }
      tabs[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}
