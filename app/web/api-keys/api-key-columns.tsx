import { Plus, Trash2 } from 'lucide-react'
import type { ApiKey, OwnedApiKey } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { IconButton } from '~/ui/button.tsx'
import { Day } from '~/ui/day.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'
import { scopeLabel } from './scope-text.ts'

interface Columns<Key extends ApiKey> {
  onRevoke: (apiKey: Key) => void
  /** Whose it is, told below its name. */
  ownerOf?: (apiKey: Key) => OwnedApiKey['owner']
  /** Makes another key of the same service account. */
  onAnother?: (apiKey: Key) => void
}

/** The columns of a list of keys; where the table is narrow the name's cell has what the others would say. */
export const apiKeyColumns = <Key extends ApiKey>({
  onRevoke,
  ownerOf,
  onAnother,
}: Columns<Key>): TableColumn<Key>[] => [
  {
    accessorKey: 'name',
    header: () => m.api_keys_col_name(),
    cell: ({ row: { original: apiKey } }) => (
      <>
        <span className="flex min-w-0 items-baseline gap-2">
          <span title={apiKey.name} className="truncate font-medium">
            {apiKey.name}
          </span>
          {apiKey.is_program ? (
            <span className="shrink-0 text-xs text-muted">{m.api_keys_program()}</span>
          ) : (
            <span className="shrink-0 font-mono text-xs text-muted">…{apiKey.ending}</span>
          )}
        </span>
        {ownerOf && <Owner {...ownerOf(apiKey)} />}
        <span className="block truncate text-xs text-muted @2xl:hidden">{scopesOf(apiKey)}</span>
        <span className="block text-xs text-muted @lg:hidden">
          {m.api_keys_col_expires()}: <Ends apiKey={apiKey} />
        </span>
      </>
    ),
    meta: { fill: true },
  },
  {
    accessorKey: 'scopes',
    header: () => m.api_keys_col_scopes(),
    cell: ({ row }) => scopesOf(row.original),
    meta: { className: 'whitespace-nowrap text-muted @max-2xl:hidden' },
  },
  {
    accessorKey: 'last_used_at',
    header: () => m.api_keys_col_used(),
    cell: ({ row: { original } }) =>
      original.last_used_at === null ? m.api_keys_unused() : <Day at={original.last_used_at} />,
    meta: { className: 'whitespace-nowrap text-muted @max-xl:hidden' },
  },
  {
    accessorKey: 'expires_at',
    header: () => m.api_keys_col_expires(),
    cell: ({ row }) => <Ends apiKey={row.original} />,
    meta: { className: 'whitespace-nowrap text-muted @max-lg:hidden' },
  },
  {
    id: 'revoke',
    header: () => <span className="sr-only">{m.api_keys_revoke()}</span>,
    cell: ({ row: { original } }) => (
      <div className="flex justify-end">
        {onAnother && ownerOf?.(original).is_service && (
          <IconButton
            label={m.service_accounts_key({ name: ownerOf(original).name ?? '' })}
            onClick={() => onAnother(original)}
          >
            <Plus aria-hidden />
          </IconButton>
        )}
        <IconButton label={m.api_keys_revoke_label({ name: original.name })} onClick={() => onRevoke(original)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    ),
    meta: { className: 'w-0' },
  },
]

const scopesOf = ({ scopes }: ApiKey) =>
  new Intl.ListFormat(getLocale(), { style: 'narrow', type: 'conjunction' }).format(scopes.map(scopeLabel))

const Owner = ({ email, name, is_service }: OwnedApiKey['owner']) => (
  <span title={email} className="block truncate text-xs text-muted">
    {is_service ? m.service_accounts_of({ name: name ?? email }) : email}
  </span>
)

function Ends({ apiKey: { expires_at, has_expired } }: { apiKey: ApiKey }) {
  if (expires_at === null) return m.api_keys_never()
  if (has_expired) return <span className="text-danger">{m.api_keys_ended()}</span>
  return <Day at={expires_at} />
}
