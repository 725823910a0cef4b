import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ApiKey } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { Table } from '~/ui/table/table.tsx'
import { useMe } from '~/web/session/me.ts'
import { listed } from '~/web/tables/listed.ts'
import { ConnectAddress } from './connect-address.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { createApiKey } from './api-keys.functions.ts'
import { CreateKeyDialog, type WantedKey } from './create-key-dialog.tsx'
import { NoKeys } from './no-keys.tsx'
import { apiKeysQuery, refreshApiKeys } from './queries.ts'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** One's own keys, by which programs call in one's name. */
export function ApiKeysPage() {
  const me = useMe()
  const queryClient = useQueryClient()
  const apiKeys = useQuery(apiKeysQuery)
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const columns = useMemo(() => apiKeyColumns<ApiKey>({ onRevoke: setRevoking }), [])
  const isAllowed = apiKeys.data?.allowed ?? true

  const create = async (key: WantedKey) => {
    setMade(await createApiKey({ data: key }))
    await refreshApiKeys(queryClient)
  }
  return (
    <PageFrame
      title={m.api_keys_title()}
      description={isAllowed ? m.api_keys_description() : m.api_keys_not_allowed()}
      actions={
        isAllowed && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden className="size-4" />
            {m.api_keys_new()}
          </Button>
        )
      }
    >
      {apiKeys.data?.total === 0 ? (
        isAllowed && <NoKeys title={m.api_keys_none()} hint={m.api_keys_none_hint()} />
      ) : (
        <Table name={m.api_keys_table_name()} columns={columns} rowId={idOf} {...listed(apiKeys)} />
      )}
      {isAllowed && <ConnectAddress />}
      <CreateKeyDialog
        open={creating}
        title={m.api_keys_new()}
        isAdmin={me.user_role === 'admin'}
        onClose={() => setCreating(false)}
        onCreate={create}
      />
      <SecretDialog made={made} onClose={() => setMade(undefined)} />
      <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </PageFrame>
  )
}

const idOf = ({ id }: ApiKey) => id
