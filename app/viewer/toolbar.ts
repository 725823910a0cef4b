import { m } from '~/paraglide/messages'
import { append, element, icon } from './element.ts'

interface Paging {
  pages: number
  goTo: (page: number) => void
}

interface Zooming {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Says what `fit` fits to. */
  fitLabel: string
}

/** The floating controls; a view switches on the groups that it can serve. */
export interface Toolbar {
  readonly bar: HTMLElement
  /** What a key does, by `KeyboardEvent.key`; scrolling is the browser's own. */
  readonly shortcuts: ReadonlyMap<string, () => void>
  /** Shows the pager; not for a single page. */
  enablePaging: (paging: Paging) => void
  enableZoom: (zooming: Zooming) => void
  setPage: (page: number) => void
  /** `scale` 1 is the document's own size. */
  setScale: (scale: number) => void
}

const buttonClass =
  'grid size-8 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink disabled:pointer-events-none ' +
  'disabled:opacity-35 pointer-coarse:size-10'

/** Makes the controls, hidden until a group is switched on. */
export function createToolbar(): Toolbar {
  const bar = element('div', {
    role: 'toolbar',
    'aria-label': m.viewer_controls(),
    hidden: true,
    class:
      'fixed w-max bottom-[max(1rem,env(safe-area-inset-bottom))] left-1/2 z-10 flex -translate-x-1/2 items-center rounded-full border ' +
      'border-line bg-raised p-1 text-[13px] shadow-raised select-none not-[[hidden]]:animate-fade-in',
  })

  const shortcuts = new Map<string, () => void>()
  let showPage = (_page: number) => {}
  let showScale = (_scale: number) => {}

  return {
    bar,
    shortcuts,
    setPage: (page) => showPage(page),
    setScale: (scale) => showScale(scale),

    enablePaging({ pages, goTo }) {
      if (pages < 2) return
      let current = 1
      const goBack = () => goTo(Math.max(current - 1, 1))
      const goOn = () => goTo(Math.min(current + 1, pages))
      shortcuts.set('ArrowLeft', goBack).set('ArrowRight', goOn)
      const previous = button(m.viewer_previous_page(), 'up', goBack)
      const next = button(m.viewer_next_page(), 'down', goOn)
      const input = element('input', {
        'aria-label': m.viewer_page_number(),
        inputmode: 'numeric',
        autocomplete: 'off',
        value: 1,
        style: `width: ${String(pages).length + 2.5}ch`,
        class:
          'h-7 rounded-full border border-line bg-surface text-center tabular-nums pointer-coarse:h-9 pointer-coarse:text-base',
      })
      input.addEventListener('focus', () => input.select())
      input.addEventListener('change', () => {
        const page = Number(input.value.normalize('NFKC'))
        if (Number.isInteger(page)) goTo(Math.min(Math.max(page, 1), pages))
        input.value = String(current)
      })

      showPage = (page) => {
        current = page
        previous.disabled = page <= 1
        next.disabled = page >= pages
        if (document.activeElement !== input) input.value = String(page)
      }
      showPage(1)
      append(
        bar,
        previous,
        input,
        element('span', { class: 'px-2 whitespace-nowrap text-muted tabular-nums' }, `/ ${pages}`),
        next,
      )
      bar.hidden = false
    },

    enableZoom({ zoomIn, zoomOut, fit, fitLabel }) {
      shortcuts.set('+', zoomIn).set('=', zoomIn).set('-', zoomOut).set('0', fit)
      const scale = element('output', { class: 'w-[5ch] text-center text-muted tabular-nums' })
      showScale = (value) => {
        scale.textContent = `${Math.round(value * 100)}%`
      }
      if (bar.hasChildNodes()) append(bar, element('span', { class: 'mx-1 h-5 w-px bg-line', role: 'separator' }))
      append(
        bar,
        button(m.viewer_zoom_out(), 'minus', zoomOut),
        scale,
        button(m.viewer_zoom_in(), 'plus', zoomIn),
        button(fitLabel, 'fit', fit),
      )
      bar.hidden = false
    },
  }
}

function button(label: string, name: Parameters<typeof icon>[0], onPress: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': label, title: label, class: buttonClass }, icon(name))
  made.addEventListener('click', onPress)
  return made
}
