import { queryOptions } from '@tanstack/react-query'
import { listModelSettings } from './models.functions.ts'

/** All models in their order, with what each was used for this month. */
export const modelsQuery = queryOptions({
  queryKey: ['model-settings'],
  queryFn: async ({ signal }) => (await listModelSettings({ signal })).data,
})
