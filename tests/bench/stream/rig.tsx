// oxlint-disable no-underscore-dangle -- the page's handle is known by this name
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import './page.css'

/** How a benchmark drives a renderer of answers. */
export interface Rig {
  /** The element that holds the answer, and the one that scrolls. */
  root: HTMLElement
  scroller: HTMLElement
  /** More of the answer; drawn with the next frame. */
  push(delta: string): void
  /** The answer is complete. */
  end(): void
  /** When the renderer has loaded all that it loads lazily. */
  ready: Promise<void>
}

declare global {
  interface Window {
    __rig: Rig
  }
}

/** Something that draws an answer. */
export type Renderer = (props: { text: string; streaming: boolean }) => ReactNode

/** What each renderer draws first: it has what renderers load lazily, and makes none warmer than another. */
const warmUp = '$x$\n\n```ts\nconst x = 1\n```\n\n'

/**
 * Puts a renderer on the page and gives its controls.
 * @param warm what is on the page once the renderer has drawn a formula and a block of code
 * @param page what the renderer needs around it; it is not drawn again as the answer grows
 */
export function startRig(Renderer: Renderer, warm: string, page = (Answer: ComponentType) => <Answer />) {
  const scroller = document.getElementById('scroller')!
  const root = document.getElementById('root')!
  let shown = { text: warmUp, streaming: false, run: 0 }
  let waiting = ''
  let frame = 0
  const listeners = new Set<() => void>()
  const show = (next: Partial<typeof shown>) => {
    shown = { ...shown, ...next }
    for (const listener of listeners) listener()
  }
  const flush = () => {
    frame = 0
    show({ text: shown.text + waiting })
    waiting = ''
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const Answer = () => {
    const { text, streaming, run } = useSyncExternalStore(subscribe, () => shown)
    return <Renderer key={run} text={text} streaming={streaming} />
  }
  createRoot(root).render(page(Answer))

  window.__rig = {
    root,
    scroller,
    push(delta) {
      waiting += delta
      frame ||= requestAnimationFrame(flush)
    },
    end() {
      cancelAnimationFrame(frame)
      flush()
      show({ streaming: false })
    },
    ready: found(root, warm).then(() => show({ text: '', streaming: true, run: 1 })),
  }
}

const found = (root: HTMLElement, selector: string) =>
  new Promise<void>((resolve) => {
    const look = () => (root.querySelector(selector) ? resolve() : requestAnimationFrame(look))
    look()
  })
