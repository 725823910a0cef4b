import { useQuery } from '@tanstack/react-query'
import { m } from '~/paraglide/messages'
import { PageFrame } from '~/ui/page-frame.tsx'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
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
          {error && <LoadFailure text={errorMessage(error)} busy={isFetching} onRetry={() => void refetch()} />}
          {!models && !error && <p className="text-muted">{m.loading()}</p>}
          {models?.length === 0 && <p className="py-16 text-center text-muted">{m.system_no_models()}</p>}
          {models && models.length > 0 && <ModelsForm models={models} />}
        </div>
      </div>
    </PageFrame>
  )
}
