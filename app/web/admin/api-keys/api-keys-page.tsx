import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OwnedApiKey } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { PageFrame } from '~/ui/page-frame.tsx'
import { Table } from '~/ui/table/table.tsx'
import { apiKeyColumns } from '~/web/api-keys/api-key-columns.tsx'
import { CreateKeyDialog, type WantedKey } from '~/web/api-keys/create-key-dialog.tsx'
import { NoKeys } from '~/web/api-keys/no-keys.tsx'
import { refreshApiKeys } from '~/web/api-keys/queries.ts'
import { RevokeKeyDialog } from '~/web/api-keys/revoke-key-dialog.tsx'
import { SecretDialog } from '~/web/api-keys/secret-dialog.tsx'
import { listed } from '~/web/tables/listed.ts'
import { AddServiceAccountDialog } from './add-service-account-dialog.tsx'
import { createServiceAccountKey } from './all-api-keys.functions.ts'
import { PolicyField } from './policy-field.tsx'
import { allApiKeysQuery } from './queries.ts'

const route = getRouteApi('/_shell/admin/api-keys')

/** The keys of all members and service accounts: whose are taken, and which end now. */
export function AllApiKeysPage() {
  const queryClient = useQueryClient()
  const apiKeys = useQuery(allApiKeysQuery(route.useSearch()))
  const [adding, setAdding] = useState(false)
  /** The service account that a key is made of. */
  const [account, setAccount] = useState<{ id: number; name: string }>()
  const named = useLast(account !== undefined, account)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const [revoking, setRevoking] = useState<OwnedApiKey>()
  const columns = useMemo(
    () =>
      apiKeyColumns<OwnedApiKey>({
        onRevoke: setRevoking,
        ownerOf: ({ owner }) => owner,
        onAnother: ({ owner }) => setAccount({ id: owner.id, name: owner.name ?? owner.email }),
      }),
    [],
  )
  const create = async (key: WantedKey) => {
    setMade(await createServiceAccountKey({ data: { params: { id: account!.id }, body: key } }))
    await refreshApiKeys(queryClient)
  }
  return (
    <PageFrame
      title={m.api_keys_title()}
      description={m.api_keys_admin_description()}
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {m.service_accounts_add()}
        </Button>
      }
      toolbar={<PolicyField />}
    >
      {apiKeys.data?.total === 0 ? (
        <NoKeys title={m.api_keys_none()} hint={m.api_keys_admin_none_hint()} />
      ) : (
        <Table name={m.api_keys_table_name()} columns={columns} rowId={idOf} {...listed(apiKeys)} />
      )}
      <AddServiceAccountDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={({ id, name, email }) => setAccount({ id, name: name ?? email })}
      />
      <CreateKeyDialog
        open={account !== undefined}
        title={m.service_accounts_key({ name: named?.name ?? '' })}
        isAdmin={false}
        onClose={() => setAccount(undefined)}
        onCreate={create}
      />
      <SecretDialog made={made} onClose={() => setMade(undefined)} />
      <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </PageFrame>
  )
}

const idOf = ({ id }: OwnedApiKey) => id
