import type { SiteReason } from '~/contract/webpages.ts'

/** Why something on the web could not be had. The reason is what admins see; `cause` is for the logs. */
export class Unfetched extends Error {
  override readonly name = 'Unfetched'
  /** Seconds after which the site wants to be asked again, where it said so. */
  readonly retryAfter: number | undefined

  constructor(
    readonly reason: PageReason,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: number | undefined } = {},
  ) {
    super(reason, options)
    this.retryAfter = retryAfter
  }
}

/** Why a page could not be crawled; the screens look it up under `page_reason_{reason}`. */
export type PageReason = Exclude<SiteReason, 'no_pages'> | 'missing' | 'too_large' | 'unsupported'
