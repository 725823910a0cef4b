import { modelRequest } from './model-request.ts'
import type { ServiceAddress } from './service-settings.ts'

/**
 * Sends JSON to a path of a model's service, with the key where it wants one.
 *
 * @throws as {@link modelRequest} does
 */
export const postJson = (
  { baseUrl, apiKey }: ServiceAddress,
  path: string,
  { body, signal }: { body: object; signal: AbortSignal },
  isWanted?: (response: Response) => boolean,
): Promise<Response> =>
  modelRequest(
    `${baseUrl.replace(/\/$/, '')}${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      signal,
    },
    isWanted,
  )
