import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode as ProtocolCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { ApiError } from '~/contract/errors.ts'
import { sentenceOf } from '~/provider/api/error-sentences.ts'
import { asApiError, logError } from '~/provider/api/errors.ts'

/** What failed within a call whose answer has begun, for the log, and as the catalogue has it. */
function recorded(thrown: unknown, path: string): ApiError {
  const error = asApiError(thrown)
  logError(error, 'POST', `/mcp ${path}`)
  return error
}

const told = (error: ApiError) => ({ code: error.code, message: sentenceOf(error), ...error.info })

/** The result of a tool that has failed: its model reads the code, and after how many seconds to try again. */
export const failedResult = (thrown: unknown, name: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(told(recorded(thrown, name))) }],
})

/** The protocol's code for what is not there. */
const resourceNotFound = -32002

/** Runs what answers a request other than a tool's: its errors are the protocol's, with ours beside them. */
export async function asProtocolError<Result>(method: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    const error = recorded(thrown, method)
    throw new McpError(protocolCodeOf(error), sentenceOf(error), told(error))
  }
}

function protocolCodeOf({ code, status }: ApiError): number {
  if (code === 'does_not_exist') return resourceNotFound
  return status < 500 ? ProtocolCode.InvalidParams : ProtocolCode.InternalError
}
