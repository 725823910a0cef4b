import { z } from 'zod'
import { mcpPath } from './defaults.ts'
import { endpoint } from './endpoint.ts'

/**
 * One message of JSON-RPC; what else it has to have is the protocol's, and its library's to check. A list of messages is refused: each is
 * to count as a call.
 */
const McpMessage = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().max(200).optional() })

export const callMcp = endpoint({
  method: 'post',
  path: mcpPath,
  access: 'member',
  scope: 'any',
  summary:
    'A message of the Model Context Protocol (Streamable HTTP, without sessions): tools to ask, search and read, by the scopes of the key.',
  body: McpMessage,
  output: 'stream',
})
