import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { getFileContent } from '~/contract/files.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { fitsScope } from '~/provider/identity/api-key-holder.ts'
import { askTool } from './ask.ts'
import { failedResult } from './failure.ts'
import { listFilesTool, readPageTool } from './files.ts'
import { serveResources } from './resources.ts'
import { searchTool } from './search.ts'
import { type Progress, textsAreData, type Tool } from './tool.ts'

const tools = [searchTool, askTool, listFilesTool, readPageTool]

const instructions = `The files and web pages of an organisation, as one of its members may read them. search finds passages, read_page gives the whole of a page, ask has the organisation's assistant answer with its sources. Give people the addresses. ${textsAreData}`

/** Milliseconds between two reports of progress. */
const between = 1000

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/**
 * Answers one message of the protocol. There are no sessions: each message comes with its key, and is answered by itself.
 *
 * @throws ApiError `operation_not_authorized` for a key that is for nothing of what is here
 */
export async function answerMessage(message: unknown, call: Call): Promise<Response> {
  const usable = tools.filter(({ endpoint }) => fitsScope(endpoint, call.apiKey))
  if (usable.length === 0) throw new ApiError('operation_not_authorized')
  const server = new McpServer(
    { name: 'recursive-agent-platform', version: '1' },
    // A validator of answers to questions that we never ask; the library's own one makes code of schemas.
    { instructions, jsonSchemaValidator: { getValidator: refuseToValidate } },
  )
  for (const tool of usable) register(server, tool, call)
  if (fitsScope(getFileContent, call.apiKey)) serveResources(server, call)
  const transport = new WebStandardStreamableHTTPServerTransport({})
  await server.connect(transport)
  return transport.handleRequest(call.request, { parsedBody: message })
}

function register(server: McpServer, tool: Tool, call: Call): void {
  const { name, title, description, readOnly, input: inputSchema, output: outputSchema } = tool
  const annotations = { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, (input, extra) => {
    const run = runTool(tool, input, call, extra)
    // The answer's head is sent long before its end.
    call.waitUntil(run)
    return run
  })
}

async function runTool(tool: Tool, input: object, call: Call, extra: Extra): Promise<CallToolResult> {
  try {
    const { data, text } = await tool.run(input as Parameters<Tool['run']>[0], call, progressOf(extra))
    return { structuredContent: data, content: [{ type: 'text', text: text ?? JSON.stringify(data) }] }
  } catch (thrown) {
    return failedResult(thrown, tool.name)
  }
}

/** Reports to a caller who wants reports, and then waits longer for the answer. */
function progressOf({ _meta, sendNotification }: Extra): Progress {
  const progressToken = _meta?.progressToken
  let progress = 0
  let last = 0
  return async () => {
    if (progressToken === undefined || Date.now() - last < between) return
    last = Date.now()
    progress += 1
    await sendNotification({ method: 'notifications/progress', params: { progressToken, progress } })
  }
}

function refuseToValidate(): never {
  throw new Error('nobody is asked for anything')
}
