import { useQuery } from '@tanstack/react-query'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { ModelsForm } from './models-form.tsx'
import { modelsQuery } from './queries.ts'

/** Which models members see, in which order, by which names, and what each may cost a month. */
export function ModelsPage() {
  const { data: models, error, refetch, isFetching } = useQuery(modelsQuery)
  return (
    <PageFrame title={m.models_title()} description={m.models_description()}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-8 md:px-6">
        <div className="grid max-w-3xl gap-2.5">
          {error && (
            <div className="grid justify-items-start gap-3">
              <ErrorBanner>{errorMessage(error)}</ErrorBanner>
              <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
                {m.try_again()}
              </Button>
            </div>
          )}
          {!models && !error && <p className="text-muted">{m.loading()}</p>}
          {models?.length === 0 && <p className="py-16 text-center text-muted">{m.system_no_models()}</p>}
          {models && models.length > 0 && <ModelsForm models={models} />}
        </div>
      </div>
    </PageFrame>
  )
}
