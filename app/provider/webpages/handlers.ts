import * as contract from '~/contract/webpages.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { addSite } from './add-site.ts'
import { startCrawl } from './crawl/start.ts'
import { deleteSite } from './delete-site.ts'
import { listWebpages } from './list.ts'
import { findSite, listSites } from './site.ts'

export function serveWebpages(api: Api) {
  serve(api, contract.listWebpages, listWebpages)
  serve(api, contract.listSites, async (_input, { db, member }) => ({ data: await listSites(db, member) }))
  serve(api, contract.addSite, addSite)
  serve(api, contract.crawlSite, async ({ params: { id } }, { env, db, member }) => {
    await findSite(db, member, id)
    await startCrawl(env, db, id)
    return findSite(db, member, id)
  })
  serve(api, contract.deleteSite, ({ params }, call) => deleteSite(params.id, call))
}
