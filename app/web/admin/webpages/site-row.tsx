import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Site } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Day } from '~/ui/day.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { isUnderWay, refreshSites } from './queries.ts'
import { formatNumber } from '../format-number.ts'
import { pagesText } from './pages-text.ts'
import { siteReasonText } from './reasons.ts'
import { shownAddress } from './site-address.ts'
import { crawlSite } from './webpages.functions.ts'

/** One site: its address, how far its crawl is, and what can be done with it. */
export const SiteRow = ({ site, onRemove }: { site: Site; onRemove: () => void }) => (
  <li className="flex items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
    <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_14rem_18.5rem] md:items-center">
      <a
        href={site.url}
        target="_blank"
        rel="noreferrer"
        title={site.url}
        className="truncate font-medium hover:underline"
      >
        {shownAddress(site.url).replace(/\/$/, '')}
      </a>
      <SiteState site={site} />
      <Times site={site} />
    </div>
    <div className="-mr-2 flex shrink-0">
      <CrawlNow site={site} />
      <IconButton label={m.sites_remove({ url: site.url })} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  </li>
)

function SiteState({ site }: { site: Site }) {
  if (site.status === 'failed') {
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-danger">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        <span>{siteReasonText(site.status_reason)}</span>
      </span>
    )
  }
  return (
    <span role="status" className="flex items-center gap-1.5 text-muted tabular-nums">
      {isUnderWay(site) ? (
        <Spinner className="size-4 shrink-0" />
      ) : (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      )}
      {progressText(site)}
    </span>
  )
}

function progressText(site: Site): string {
  if (site.status === 'pending') return m.sites_status_pending()
  const pages = pagesText(site)
  return isUnderWay(site) ? m.sites_progress({ pages, waiting: formatNumber(site.waiting) }) : pages
}

const Times = ({ site: { crawled_at, next_crawl_at } }: { site: Site }) => (
  <dl className="flex flex-wrap gap-x-4 text-xs text-muted *:flex *:gap-1.5 md:justify-end">
    {crawled_at !== null && (
      <div>
        <dt>{m.sites_last()}</dt>
        <dd>
          <Day at={crawled_at} />
        </dd>
      </div>
    )}
    {next_crawl_at !== null && (
      <div>
        <dt>{m.sites_next()}</dt>
        <dd>
          <Day at={next_crawl_at} />
        </dd>
      </div>
    )}
  </dl>
)

function CrawlNow({ site }: { site: Site }) {
  const queryClient = useQueryClient()
  const [starting, setStarting] = useState(false)
  const crawl = async () => {
    setStarting(true)
    try {
      await crawlSite({ data: { id: site.id } })
      await refreshSites(queryClient)
    } catch (error) {
      toast.error(errorMessage(error))
    } finally {
      setStarting(false)
    }
  }
  return (
    <IconButton
      label={m.sites_crawl({ url: site.url })}
      disabled={starting || isUnderWay(site)}
      onClick={() => void crawl()}
    >
      <RefreshCw aria-hidden />
    </IconButton>
  )
}
