import handler from '@tanstack/react-start/server-entry'
import { paraglideMiddleware } from './paraglide/server.js'
import type { ApiError } from './contract/errors.ts'
import { readRest } from './encoding/read-rest.ts'
import { api } from './provider/app.ts'
import { accountsUrlOf } from './provider/identity/accounts-url.ts'
import { ownProjectId } from './provider/identity/local-projects.ts'
import { sendJob } from './provider/queue/job.ts'
import { answerRequest } from './provider/request/answer-request.ts'
import { requireAddressRate } from './provider/request/call-rates.ts'
import { boundedRequest } from './web/api/admit-body.ts'
import { framed } from './web/framed-page.ts'
import { goneIfUnknown } from './web/gone-function.ts'
import { secured } from './web/headers.ts'
import type { ProviderFetch, SignInSettings } from './web/request-context.ts'
import { answerTooMany, isServerFunction } from './web/too-many.ts'

export { MemberObject } from './provider/member/member-object.ts'
export { OrganizationObject } from './provider/organization/organization-object.ts'
export { AnalysisTables } from './provider/sandbox/analysis-tables.ts'
export { LibraryShard } from './provider/search/shard/library-shard.ts'

/** The Worker that answers people. It decides who answers a path: the provider its API, TanStack Start everything else. */
export default {
  fetch: (request, bindings, ctx) =>
    answerRequest(request, bindings, (env) => {
      const provider = providerOf(env, ctx)
      const { pathname } = new URL(request.url)
      if (isStaticFile(pathname)) return noSuchFile()
      return isApi(pathname) ? provider(request) : answerPage(request, env, provider)
    }),
  scheduled: (_controller, env) => sendJob(env, { kind: 'sweep' }),
} satisfies ExportedHandler<Env>

async function answerPage(request: Request, env: Env, provider: ProviderFetch): Promise<Response> {
  const nonce = crypto.randomUUID()
  const signIn = signInSettings(env, new URL(request.url))
  const refusal = await requireAddressRate(env, request).then(
    () => undefined,
    (error: ApiError) => error,
  )
  // The language of `m.*()` on the server is this request's; the original request goes on, not paraglide's copy.
  const bounded = boundedRequest(request)
  const response = await paraglideMiddleware(request, async () =>
    // The caller of a server function reads an error only as Start writes it.
    refusal && !isServerFunction(request)
      ? answerTooMany(refusal)
      : framed(
          await handler.fetch(bounded, {
            context: {
              nonce,
              provider,
              providerOrigin: env.PROVIDER_URL || new URL(request.url).origin,
              signIn,
              officeViewer: env.OFFICE_VIEWER_URL,
              refusal,
            },
            // Cloudflare makes early hints of these: the browser fetches styles and code while the page is being made.
            responseLinkHeader: true,
          }),
          nonce,
        ),
  )
  await readRest(bounded)
  // Large files go straight to the provider or to its storage.
  const uploads = [env.PROVIDER_URL, env.R2_S3_URL]
  return secured(await goneIfUnknown(response), nonce, { signIn, officeViewer: env.OFFICE_VIEWER_URL, uploads })
}

/** Paths of static files. Those that exist never come here: what does is of another version. */
const isStaticFile = (path: string) => !import.meta.env.DEV && /^\/(assets|viewer)\//.test(path)

const noSuchFile = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })

const isApi = (path: string) =>
  /^\/((web\/)?v1|oauth|\.well-known)\//.test(path) || path === '/mcp' || path === '/healthz'

/** The remote provider at `PROVIDER_URL`, else the embedded one in this Worker. */
function providerOf(env: Env, ctx: ExecutionContext): ProviderFetch {
  if (!env.PROVIDER_URL) return async (request) => api.fetch(request, env, ctx)
  return (request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(new Request(new URL(pathname + search, env.PROVIDER_URL), request))
  }
}

function signInSettings(env: Env, { origin }: URL): SignInSettings {
  const own = env.FIREBASE_PROJECT_ID === ownProjectId
  return {
    projectId: env.FIREBASE_PROJECT_ID,
    apiKey: env.FIREBASE_API_KEY,
    authDomain: env.FIREBASE_AUTH_DOMAIN,
    tenantId: env.FIREBASE_TENANT_ID,
    accountsUrl: accountsUrlOf(env, origin),
    google: !own,
    mails: !own || env.ACCOUNTS_URL !== '',
  }
}
