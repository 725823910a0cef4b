import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Me } from '~/contract/users.ts'
import type { AllApiKeysSearch } from './api-keys/all-api-keys-search.ts'
import type { AuditsFilter } from './audits/audits-search.ts'
import type { KeywordsSearch } from './keywords/keywords-search.ts'
import type { MetricsSearch } from './metrics/metrics-search.ts'
import type { RetentionSearch } from './retention/retention-search.ts'
import type { UsersFilter } from './users/users-search.ts'
import type { WebpagesSearch } from './webpages/webpages-search.ts'

/** A screen of the admin area: its page, and how what that lists first is asked for. */
interface Screen<Filter> {
  page: () => Promise<ComponentType>
  prefetch: (queryClient: QueryClient, filter: Filter, me: Me) => Promise<unknown>
}

/** The screens by their names. Only this file names their files, so that other pages load none of it. */
export const screens = {
  users: {
    page: async () => (await import('./users/users-page.tsx')).UsersPage,
    prefetch: async (client, filter) => client.prefetchQuery((await import('./users/queries.ts')).usersQuery(filter)),
  } satisfies Screen<UsersFilter>,
  audits: {
    page: async () => (await import('./audits/audits-page.tsx')).AuditsPage,
    prefetch: async (client, filter) => {
      const { actionsQuery, auditsQuery, feedbackQuery } = await import('./audits/queries.ts')
      if (filter.tab === 'actions') await client.prefetchQuery(actionsQuery(filter))
      else await Promise.all([client.prefetchQuery(auditsQuery(filter)), client.prefetchQuery(feedbackQuery(filter))])
    },
  } satisfies Screen<AuditsFilter>,
  metrics: {
    page: async () => (await import('./metrics/metrics-page.tsx')).MetricsPage,
    prefetch: async (client, filter, me) => (await import('./metrics/queries.ts')).prefetchMetrics(client, filter, me),
  } satisfies Screen<MetricsSearch>,
  keywords: {
    page: async () => (await import('./keywords/keywords-page.tsx')).KeywordsPage,
    prefetch: async (client, filter) =>
      client.prefetchQuery((await import('./keywords/queries.ts')).keywordsQuery(filter)),
  } satisfies Screen<KeywordsSearch>,
  retention: {
    page: async () => (await import('./retention/retention-page.tsx')).RetentionPage,
    prefetch: async (client, filter) => {
      const { holdsQuery, retentionQuery } = await import('./retention/queries.ts')
      await (filter.tab === 'holds' ? client.prefetchQuery(holdsQuery(filter)) : client.prefetchQuery(retentionQuery))
    },
  } satisfies Screen<RetentionSearch>,
  webpages: {
    page: async () => (await import('./webpages/webpages-page.tsx')).WebpagesPage,
    prefetch: async (client, filter) => {
      const { sitesQuery, webpagesQuery } = await import('./webpages/queries.ts')
      await Promise.all([client.prefetchQuery(sitesQuery), client.prefetchQuery(webpagesQuery(filter))])
    },
  } satisfies Screen<WebpagesSearch>,
  notices: {
    page: async () => (await import('./notices/notices-page.tsx')).NoticesPage,
    prefetch: async (client, _filter) => client.prefetchQuery((await import('./notices/queries.ts')).noticesQuery),
  } satisfies Screen<object>,
  agents: {
    page: async () => (await import('./agents/agents-page.tsx')).AgentsPage,
    prefetch: async (client, _filter) => client.prefetchQuery((await import('./agents/queries.ts')).agentsQuery),
  } satisfies Screen<object>,
  models: {
    page: async () => (await import('./models/models-page.tsx')).ModelsPage,
    prefetch: async (client, _filter) => client.prefetchQuery((await import('./models/queries.ts')).modelsQuery),
  } satisfies Screen<object>,
  'api-keys': {
    page: async () => (await import('./api-keys/api-keys-page.tsx')).AllApiKeysPage,
    prefetch: async (client, filter) => {
      const { allApiKeysQuery, policyQuery } = await import('./api-keys/queries.ts')
      await Promise.all([client.prefetchQuery(allApiKeysQuery(filter)), client.prefetchQuery(policyQuery)])
    },
  } satisfies Screen<AllApiKeysSearch>,
  system: {
    page: async () => (await import('./system/system-page.tsx')).SystemPage,
    prefetch: async (client, _filter) => client.prefetchQuery((await import('./system/queries.ts')).systemQuery),
  } satisfies Screen<object>,
}
