import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeysFor } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { Segments } from '~/ui/form/segments.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { setApiKeyPolicy } from './all-api-keys.functions.ts'
import { policyQuery } from './queries.ts'

const labels: Record<ApiKeysFor, () => string> = {
  members: m.api_keys_for_members,
  admins: m.api_keys_for_admins,
  nobody: m.api_keys_for_nobody,
}

/** Whose keys are taken, from the moment of the choice. */
export function PolicyField() {
  const queryClient = useQueryClient()
  const { data } = useQuery(policyQuery)
  const choose = async (allowed_for: ApiKeysFor) => {
    const before = queryClient.getQueryData(policyQuery.queryKey)
    queryClient.setQueryData(policyQuery.queryKey, { allowed_for })
    try {
      await setApiKeyPolicy({ data: { allowed_for } })
      toast.success(m.api_keys_for_changed())
    } catch (error) {
      queryClient.setQueryData(policyQuery.queryKey, before)
      toast.error(errorMessage(error))
    }
    await queryClient.invalidateQueries({ queryKey: ['api-keys'] })
  }
  if (!data) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden className="text-sm font-medium">
        {m.api_keys_for()}
      </span>
      <Segments
        label={m.api_keys_for()}
        value={data.allowed_for}
        options={(['members', 'admins', 'nobody'] as const).map((value) => ({ value, label: labels[value]() }))}
        onChange={(allowed_for) => void choose(allowed_for)}
      />
    </div>
  )
}
