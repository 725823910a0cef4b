import * as agents from './agents.ts'
import * as apiKeys from './api-keys.ts'
import * as audits from './audits.ts'
import * as chat from './chat.ts'
import * as conversations from './conversations.ts'
import type { Access, Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as health from './health.ts'
import * as instructions from './instructions.ts'
import * as invitations from './invitations.ts'
import * as keywords from './keywords.ts'
import * as mcp from './mcp.ts'
import * as metrics from './metrics.ts'
import * as models from './models.ts'
import * as notices from './notices.ts'
import * as oauth from './oauth.ts'
import * as openAi from './openai.ts'
import * as prompts from './prompts.ts'
import * as retention from './retention.ts'
import * as sessions from './sessions.ts'
import * as system from './system.ts'
import * as users from './users.ts'
import * as webpages from './webpages.ts'

const modules = [
  users,
  instructions,
  invitations,
  sessions,
  apiKeys,
  chat,
  openAi,
  mcp,
  oauth,
  conversations,
  files,
  audits,
  metrics,
  models,
  keywords,
  prompts,
  notices,
  agents,
  webpages,
  retention,
  health,
  system,
]

type Exported = typeof users &
  typeof instructions &
  typeof invitations &
  typeof sessions &
  typeof apiKeys &
  typeof chat &
  typeof openAi &
  typeof models &
  typeof mcp &
  typeof oauth &
  typeof conversations &
  typeof files &
  typeof audits &
  typeof metrics &
  typeof keywords &
  typeof prompts &
  typeof notices &
  typeof agents &
  typeof webpages &
  typeof retention &
  typeof health &
  typeof system

/** The names of all endpoints. */
export type EndpointName = {
  [Name in keyof Exported]: Exported[Name] extends { access: Access } ? Name : never
}[keyof Exported]

/** Every endpoint of the API, by the name that its module exports it under. The OpenAPI document and the authorisation tests are made from this list. */
export const endpoints = Object.fromEntries(
  modules.flatMap((module) => Object.entries(module).filter(isEndpoint)),
) as Record<EndpointName, Endpoint>

function isEndpoint(exported: [string, unknown]): exported is [string, Endpoint] {
  const [, value] = exported
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
