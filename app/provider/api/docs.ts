import { html } from 'hono/html'
import type { Access, Endpoint } from '~/contract/endpoint.ts'
import { endpoints } from '~/contract/index.ts'
import type { Api } from './serve.ts'

const title = 'Recursive Agent Platform API'

/** The OpenAPI document at `/v1/openapi.json` and a page for people at `/v1/docs`, both made from the contract. */
export function serveDocs(api: Api) {
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of the signed-in user.',
  })
  api.doc31('/v1/openapi.json', { openapi: '3.1.0', info: { title, version: '1' } })
  api.get('/v1/docs', (context) => {
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return context.html(page(Object.entries(endpoints)))
  })
}

const page = (all: [string, Endpoint][]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              15px/1.55 system-ui,
              sans-serif;
          }
          body {
            max-width: 860px;
            margin: 0 auto;
            padding: 48px 20px 96px;
          }
          h1 {
            font-size: 24px;
            margin: 0 0 8px;
          }
          article {
            padding: 18px 0;
            border-top: 1px solid light-dark(#e2e5ea, #343a44);
          }
          h2 {
            font:
              600 15px ui-monospace,
              monospace;
            margin: 0 0 4px;
            overflow-wrap: anywhere;
          }
          h2 b {
            display: inline-block;
            min-width: 64px;
            text-transform: uppercase;
            color: light-dark(#2b55c9, #9db8ff);
          }
          p {
            margin: 0;
          }
          small {
            color: light-dark(#5b6472, #a0a8b5);
          }
          code {
            font:
              13px ui-monospace,
              monospace;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>
          Every call of a member carries <code>Authorization: Bearer &lt;ID token&gt;</code>. Errors are
          <code>{"code", "message", "info"}</code>. Schemas: <a href="/v1/openapi.json">openapi.json</a>.
        </p>
        ${all.map(([name, endpoint]) => article(name, endpoint))}
      </body>
    </html>`

const article = (name: string, { method, path, summary, access, query, body }: Endpoint) => html`
  <article id="${name}">
    <h2><b>${method}</b>${path}</h2>
    <p>${summary}</p>
    <small>
      For ${callersOf[access]} ${query ? html` · query <code>${Object.keys(query.shape).join(', ')}</code>` : ''}
      ${body ? html` · body <code>${bodyFields(body)}</code>` : ''}
    </small>
  </article>
`

const callersOf: Record<Access, string> = {
  public: 'everyone',
  signature: 'signed addresses',
  account: 'everyone who has signed in',
  member: 'members',
  admin: 'admins',
}

function bodyFields(body: NonNullable<Endpoint['body']>): string {
  if (typeof body === 'string') return body
  return 'shape' in body ? Object.keys(body.shape as object).join(', ') : 'json'
}
