import { useQueryClient } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import type { Site } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { pagesText } from './pages-text.ts'
import { refreshSites } from './queries.ts'
import { SiteRow } from './site-row.tsx'
import { deleteSite } from './webpages.functions.ts'

interface SitesProps {
  /** None while they load. */
  sites: Site[] | undefined
  failed: boolean
  onRetry: () => void
}

/** The sites that are crawled, one line each; where there is none, what a site is for. */
export function Sites({ sites, failed, onRetry }: SitesProps) {
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState<Site>()
  const [open, setOpen] = useState(false)

  if (failed && !sites) {
    return (
      <div className="grid justify-items-start gap-3 px-4 md:px-6">
        <ErrorBanner>{m.sites_load_failed()}</ErrorBanner>
        <Button size="sm" onClick={onRetry}>
          {m.try_again()}
        </Button>
      </div>
    )
  }
  if (!sites) return <div aria-hidden className="mx-4 h-16 animate-pulse rounded-lg bg-sunken md:mx-6" />
  if (sites.length === 0) return <NoSites />

  const remove = async () => {
    await deleteSite({ data: { id: removing!.id } })
    await refreshSites(queryClient)
    toast.success(m.sites_removed())
  }
  return (
    <section aria-label={m.sites_title()} className="shrink-0 px-4 md:px-6">
      <ul className="max-h-[40vh] overflow-auto rounded-lg border border-line bg-surface">
        {sites.map((site) => (
          <SiteRow
            key={site.id}
            site={site}
            onRemove={() => {
              setRemoving(site)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        title={m.sites_remove_title()}
        text={removing ? question(removing) : ''}
        onConfirm={remove}
        describeError={errorMessage}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

const question = (site: Site) =>
  site.pages === 0
    ? m.sites_remove_empty({ url: site.url })
    : m.sites_remove_text({ url: site.url, pages: pagesText(site) })

const NoSites = () => (
  <div className="grid flex-1 place-content-center justify-items-center gap-2 px-6 pb-24 text-center">
    <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
      <Globe aria-hidden className="size-6" />
    </span>
    <p className="mt-1 font-medium">{m.sites_empty_title()}</p>
    <p className="max-w-md text-sm text-muted">{m.sites_empty_text()}</p>
  </div>
)
