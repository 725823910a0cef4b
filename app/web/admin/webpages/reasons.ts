import type { SiteReason } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { reasonText } from '~/web/files/status.ts'

/** Why a site could not be crawled. */
export const siteReasonText = (reason: SiteReason | null) => siteReasons[reason ?? 'unexpected']()

/** Why a page could not be fetched again, or its text not be read. */
export function pageReasonText(reason: string | null): string {
  const text = pageReasons[reason ?? ''] ?? m.site_reason_unexpected
  return text()
}

const siteReasons: Record<SiteReason, () => string> = {
  unreachable: m.site_reason_unreachable,
  disallowed: m.site_reason_disallowed,
  forbidden_address: m.site_reason_forbidden_address,
  no_pages: m.site_reason_no_pages,
  unexpected: m.site_reason_unexpected,
}

/** Those of fetching, then those of reading, as for files. */
const pageReasons: Record<string, (() => string) | undefined> = {
  missing: m.page_reason_missing,
  unreachable: m.page_reason_unreachable,
  disallowed: m.page_reason_disallowed,
  forbidden_address: m.site_reason_forbidden_address,
  too_large: m.page_reason_too_large,
  unsupported: m.page_reason_unsupported,
  empty: () => reasonText('empty'),
  encrypted: () => reasonText('encrypted'),
  damaged: () => reasonText('damaged'),
  no_text: () => reasonText('no_text'),
  unreadable_text: () => reasonText('unreadable_text'),
}
