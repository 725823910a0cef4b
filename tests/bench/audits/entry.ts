import type { NewRequest, Organization } from '../../../app/provider/organization/chain.ts'
import provider, { OrganizationObject as Chain } from '../../worker/harness/entry.ts'

export * from '../../worker/harness/entry.ts'

/** The object, and beside it the floor of an append: an insert of the same row. */
export class OrganizationObject extends Chain {
  async bareInsert(request: NewRequest): Promise<void> {
    const { sql } = this.ctx.storage
    sql.exec('CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, request TEXT NOT NULL)')
    sql.exec('INSERT INTO bare (request) VALUES (?)', JSON.stringify(request))
  }
}

export default {
  ...provider,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    const objectOf = ({ key }: Organization) =>
      (env.ORGANIZATIONS as unknown as DurableObjectNamespace<OrganizationObject>).getByName(key)
    if (pathname === '/append') {
      const { organization, added } = await request.json<{ organization: Organization; added: NewRequest }>()
      await objectOf(organization).appendRequest(organization, added)
    } else if (pathname === '/bare-insert') {
      const { organization, added } = await request.json<{ organization: Organization; added: NewRequest }>()
      await objectOf(organization).bareInsert(added)
    } else {
      return provider.fetch(request, env, context)
    }
    return new Response()
  },
} satisfies ExportedHandler<Env>
