import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { Moment } from '../audits/moment.tsx'
import { systemQuery } from './queries.ts'
import { Broken, Models, Processing, Questions, Storage } from './sections.tsx'

/** How models, questions, processing and storage are, and what to do where one is not well. */
export function SystemPage() {
  const { data, error, refetch, isFetching } = useQuery(systemQuery)
  return (
    <PageFrame
      title={m.system_title()}
      description={m.system_description()}
      actions={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <RotateCw aria-hidden className="size-4" />}
          {m.system_refresh()}
        </Button>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-8 md:px-6">
        {error && (
          <div className="mb-4 max-w-5xl">
            <ErrorBanner>{errorMessage(error)}</ErrorBanner>
          </div>
        )}
        {data ? (
          <>
            <p role="status" className="mb-3 text-sm text-muted">
              {m.system_checked()} <Moment at={data.checked_at} />
            </p>
            <div className="grid max-w-5xl items-start gap-4 md:grid-cols-2">
              <div className="grid gap-4">
                {data.broken.length > 0 && <Broken broken={data.broken} />}
                <Models models={data.models} />
              </div>
              <div className="grid gap-4">
                <Questions questions={data.questions} />
                <Processing processing={data.processing} checked_at={data.checked_at} />
                <Storage stores={data.stores} shards={data.shards} />
              </div>
            </div>
            <p className="mt-4 text-xs text-faint wrap-anywhere">{m.system_version({ version: data.version })}</p>
          </>
        ) : (
          !error && <Loader />
        )}
      </div>
    </PageFrame>
  )
}
