import type { FailureReason, Show } from './protocol.ts'
import type { Toolbar } from './toolbar.ts'

/** Where a document is drawn, and what it reports to the page around it. */
export interface Stage {
  /** Scrolls; empty when a view receives it. */
  scroller: HTMLDivElement
  toolbar: Toolbar
  show: Show
  /** Aborts when another document takes the place of this one. */
  signal: AbortSignal
  /** Says which page is in view. */
  onPage: (page: number) => void
}

/** Draws a source, opens it at the cited page and returns the number of pages; throws a {@link PreviewFailure}. */
export type View<Shown> = (stage: Stage, source: Shown) => Promise<number>

/** A document cannot be shown, for a reason that can be shown to the reader. */
export class PreviewFailure extends Error {
  override readonly name = 'PreviewFailure'

  constructor(
    readonly reason: FailureReason,
    options?: ErrorOptions,
  ) {
    super(`The document is ${reason}`, options)
  }
}
