/** Why OAuth refuses a program; its words. */
type Reason =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal in OAuth's form. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'
  readonly reason: Reason

  constructor(reason: Reason, description: string) {
    super(description)
    this.reason = reason
  }
}

/** Answers a program's call; what it is refused is in OAuth's form. */
export async function answering(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    return Response.json({ error: error.reason, error_description: error.message }, { status: 400 })
  }
}
