import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { toast } from '~/ui/toast.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { formatNumber } from '../format-number.ts'
import { refreshSites } from './queries.ts'
import { siteAddress } from './site-address.ts'
import { addSite } from './webpages.functions.ts'

/** The contract's. */
const mostPages = 10_000
const defaultPages = '500'

/** Adds a site to be crawled: its address, and how many of its pages at most. */
export function AddSiteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [address, setAddress] = useState('')
  const [pages, setPages] = useState(defaultPages)
  // No error while the address is still being typed.
  const [isWritten, setWritten] = useState(false)
  const url = siteAddress(address)
  const max_pages = Number(pages)
  const isPagesValid = Number.isInteger(max_pages) && max_pages >= 1 && max_pages <= mostPages
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- submitted again after a failure it is the same site still
  const headers = useMemo(() => idempotent(), [open, url, max_pages])

  const add = async () => {
    await addSite({ data: { url: url!, max_pages }, headers })
    await refreshSites(queryClient)
    toast.success(m.sites_added())
    setAddress('')
    setPages(defaultPages)
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.sites_add()}
      submitLabel={m.sites_add_submit()}
      canSubmit={url !== undefined && isPagesValid}
      onSubmit={add}
      describeError={describe}
    >
      <TextField
        label={m.sites_address()}
        type="url"
        inputMode="url"
        placeholder="https://example.com"
        value={address}
        autoComplete="off"
        spellCheck={false}
        error={isWritten && address.trim() !== '' && url === undefined ? m.sites_address_invalid() : undefined}
        onBlur={() => setWritten(true)}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          setWritten(false)
        }}
      />
      <TextField
        label={m.sites_max_pages()}
        type="number"
        inputMode="numeric"
        min={1}
        max={mostPages}
        value={pages}
        error={isPagesValid ? undefined : m.sites_max_pages_invalid({ most: formatNumber(mostPages) })}
        onChange={({ currentTarget }) => setPages(currentTarget.value)}
      />
      <p className="text-sm text-muted">{m.sites_add_note()}</p>
    </FormDialog>
  )
}

/** The catalogue's text of this code speaks of requests. */
const describe = (error: unknown) =>
  hasCode(error, 'invalid_request') ? m.sites_address_refused() : errorMessage(error)
