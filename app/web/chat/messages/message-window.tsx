import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useCallback, useRef } from 'react'
import { classes } from '~/ui/classes.ts'

/** Up to this many messages are all in the page, so that searching in it, selecting and reading aloud find everything. */
export const wholeUpTo = 60
/** Messages drawn beyond each edge of what is seen, so that scrolling meets no gap. */
const overscan = 8
/** The window's size, in pixels, for the server, which knows none. */
const assumed = { width: 768, height: 900 }
/** Space above the first message, in pixels. */
const paddingStart = 24

/**
 * Whether the browser itself makes up for messages above the reader that turn out higher or lower than guessed. Unlike a
 * script, it does so without ending a scroll that is under way; the virtualizer then only keeps count of where that leads.
 * Safari leaves it to the virtualizer.
 */
const keepsPlace = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto')

/**
 * Long answers let the browser skip what is out of sight, and then are as high as somebody guessed. A message that comes and
 * goes must not do so: its height would change whenever it is seen, and with it what is seen.
 */
const actualHeight = '**:[content-visibility:visible]'

/** `data-revealed` is set for a moment (`use-reveal.ts`). */
const row =
  'scroll-mt-6 rounded-md outline-2 outline-offset-8 outline-transparent transition-[outline-color] duration-700 data-revealed:outline-accent/50'

interface MessageWindowProps {
  count: number
  /** A message's height in pixels, guessed before it is drawn. */
  estimate: (index: number) => number
  /** The index of a message that is drawn in any case, to be brought into view; -1 for none. */
  revealed: number
  children: (index: number) => ReactNode
}

/**
 * A list of messages of which only those near the reader are in the page; an element around it with `data-scroller` is
 * the box that scrolls. They lie in the normal flow, between gaps as high as what is left out: a message that grows moves
 * what is below it at once, without being measured first, and the browser keeps the reader at the same words.
 */
export function MessageWindow({ count, estimate, revealed, children }: MessageWindowProps) {
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<number>(undefined)
  const rangeExtractor = useCallback((range: Range) => shown(range, [focused.current, revealed]), [revealed])
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or memoised
  const virtualizer = useVirtualizer({
    count,
    estimateSize: estimate,
    getScrollElement: () => list.current?.closest('[data-scroller]') ?? null,
    paddingStart,
    overscan,
    rangeExtractor,
    initialRect: assumed,
    initialOffset: () =>
      revealed === -1 ? Math.max(0, heightOf(count, estimate) - assumed.height) : heightOf(revealed, estimate),
    // A message keeps its place among the others when it is stored, or replaced by another try.
    getItemKey: (index) => index,
    ...(keepsPlace && { scrollToFn: () => {} }),
  })

  const whole = count <= wholeUpTo
  let end = 0
  const rows = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end
    end = item.end
    return (
      <Fragment key={item.key}>
        {gap > 0 && <Gap height={gap} />}
        <div
          data-index={item.index}
          ref={virtualizer.measureElement}
          onFocus={() => (focused.current = item.index)}
          onBlur={() => (focused.current = undefined)}
          className={classes(row, !whole && item.index !== count - 1 && actualHeight)}
        >
          {children(item.index)}
        </div>
      </Fragment>
    )
  })
  return (
    <div ref={list} className="flex flex-col">
      {rows}
      <Gap height={virtualizer.getTotalSize() - end} />
    </div>
  )
}

/** The room of messages that are left out. It is nothing to hold the reader's place by: its edges move as they are drawn. */
const Gap = ({ height }: { height: number }) => <div className="shrink-0 [overflow-anchor:none]" style={{ height }} />

/** What is near the reader, what else is `wanted`, and the last question and answer: where the writing goes on. */
function shown(range: Range, wanted: (number | undefined)[]): number[] {
  const { count } = range
  if (count <= wholeUpTo) return Array.from({ length: count }, (_, index) => index)
  const indexes = new Set([...defaultRangeExtractor(range), count - 2, count - 1])
  for (const index of wanted) if (index !== undefined && index >= 0 && index < count) indexes.add(index)
  return [...indexes].toSorted((one, other) => one - other)
}

/** The first `count` messages, with the space above them, in pixels. */
function heightOf(count: number, estimate: (index: number) => number): number {
  let height = paddingStart
  for (let index = 0; index < count; index++) height += estimate(index)
  return height
}
