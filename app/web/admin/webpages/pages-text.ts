import type { Site } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { formatNumber } from '../format-number.ts'

/** How many pages a site has, in words. */
export const pagesText = ({ pages }: Site) =>
  pages === 1 ? m.sites_pages_one() : m.sites_pages({ pages: formatNumber(pages) })
