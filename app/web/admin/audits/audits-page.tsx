import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AdminAction, Audit } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { Table } from '~/ui/table/table.tsx'
import { listed } from '~/web/tables/listed.ts'
import { useOpenRow } from '~/web/tables/use-open-row.ts'
import { actionColumns } from './action-columns.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import type { AuditsFilter, AuditsSearch } from './audits-search.ts'
import { AuditsToolbar } from './audits-toolbar.tsx'
import { saveAudits } from './export-audits.ts'
import { FeedbackCounts } from './feedback-counts.tsx'
import { actionsQuery, auditsQuery } from './queries.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const route = getRouteApi('/_shell/admin/audits')

/** What was asked, and what admins did; with the chat request that the address names over it. */
export function AuditsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = (change: Partial<AuditsFilter>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...change, page: undefined, audit: undefined }),
      replace: true,
    })
  return (
    <PageFrame
      title={m.audits_title()}
      description={m.audits_description()}
      actions={
        <>
          <Verify />
          <Export filter={search} />
        </>
      }
      toolbar={<AuditsToolbar filter={search} onChange={list} />}
    >
      {search.tab === 'actions' ? <Actions search={search} /> : <Requests search={search} onList={list} />}
    </PageFrame>
  )
}

interface ListProps {
  search: AuditsSearch
}

function Requests({ search, onList }: ListProps & { onList: (change: Partial<AuditsFilter>) => void }) {
  const audits = useQuery(auditsQuery(search))
  const { open, close } = useOpenRow('audit')
  const columns = useMemo(
    () =>
      auditColumns({
        onShow: open,
        // Each member's conversations are numbered from 1.
        onShowConversation: ({ user_id: user, conversation_id: conversation }) =>
          onList({ user, conversation: conversation ?? undefined }),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the address is all that listing changes
    [open],
  )
  return (
    <>
      <FeedbackCounts filter={search} />
      <Table name={m.audits_table_name()} columns={columns} rowId={idOf} {...listed(audits)} />
      <AuditDrawer auditId={search.audit} onClose={close} />
    </>
  )
}

function Actions({ search }: ListProps) {
  const actions = useQuery(actionsQuery(search))
  return <Table name={m.actions_table_name()} columns={actionColumns} rowId={idOf} {...listed(actions)} />
}

const idOf = ({ id }: Audit | AdminAction) => id

/** Whether all that was recorded is as it was. */
function Verify() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <ShieldCheck aria-hidden className="size-4" />
        {m.audits_verify()}
      </Button>
      <VerifyDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** All that the filters find is exported, not the page alone; it says so where they leave anything out. */
function Export({ filter }: { filter: AuditsFilter }) {
  const { user, conversation, feedback, start, end } = filter
  const isFiltered = [user, conversation, feedback, start, end].some((value) => value !== undefined)
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    void saveAudits(filter).finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={save}>
      {!busy && <Download aria-hidden className="size-4" />}
      {isFiltered ? m.audits_export_filtered() : m.audits_export()}
    </Button>
  )
}
