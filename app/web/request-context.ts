import type { ApiError } from '~/contract/errors.ts'
import type { SignInSettings } from './session/settings.ts'

export type { SignInSettings }

/** How a request reaches the provider, wherever it runs. */
export type ProviderFetch = (request: Request) => Promise<Response>

/** What the Worker hands to every server function and route of a request. */
export interface RequestContext {
  nonce: string
  provider: ProviderFetch
  /** The origin that requests to the provider are addressed to. */
  providerOrigin: string
  signIn: SignInSettings
  /** Another party's viewer for Office documents (`OFFICE_VIEWER_URL`); empty where there is none. */
  officeViewer: string
  /** What every call of a server function is answered, where this address has made too many. */
  refusal: ApiError | undefined
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: RequestContext }
  }
}
