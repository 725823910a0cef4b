import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { Loader } from '~/ui/loader.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { TimeZoneNote } from '../time-zone.tsx'
import { type EditedHold, HoldDialog } from './hold-dialog.tsx'
import { Holds } from './holds.tsx'
import { LastRun } from './last-run.tsx'
import { PeriodsForm } from './periods-form.tsx'
import { retentionQuery } from './queries.ts'

const route = getRouteApi('/_shell/admin/retention')

/** For how long things are kept, and whose are kept whatever the periods say. */
export function RetentionPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [editing, setEditing] = useState<EditedHold>()
  const isHolds = search.tab === 'holds'
  return (
    <PageFrame
      title={m.retention_title()}
      description={m.retention_description()}
      actions={
        isHolds && (
          <Button variant="primary" onClick={() => setEditing({})}>
            {m.holds_add()}
          </Button>
        )
      }
      toolbar={
        <>
          <Segments
            label={m.retention_views()}
            value={search.tab ?? 'periods'}
            options={[
              { value: 'periods', label: m.retention_tab_periods() },
              { value: 'holds', label: m.retention_tab_holds() },
            ]}
            onChange={(value) =>
              void navigate({ to: '.', search: { tab: value === 'holds' ? value : undefined }, replace: true })
            }
          />
          <TimeZoneNote />
        </>
      }
    >
      {isHolds ? <Holds search={search} onEdit={setEditing} /> : <Periods />}
      <HoldDialog edited={editing} onClose={() => setEditing(undefined)} />
    </PageFrame>
  )
}

function Periods() {
  const { data, error, refetch, isFetching } = useQuery(retentionQuery)
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-8 md:px-6">
      {data ? (
        <div className="grid max-w-3xl gap-4">
          <PeriodsForm retention={data} />
          <LastRun run={data.last_run} />
        </div>
      ) : error ? (
        <LoadFailure text={errorMessage(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loader />
      )}
    </div>
  )
}
