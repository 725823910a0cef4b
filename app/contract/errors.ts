/** Every error code of the API, with its HTTP status. */
export const errorStatus = {
  fatal: 500,
  unexpected: 500,
  cannot_upload: 500,
  cannot_load_topics: 500,
  cannot_preview: 422,
  cannot_download: 422,
  invalid_request: 400,
  bad_request: 400,
  type_validation_error: 400,
  empty_question: 400,
  no_files_selected: 400,
  max_files_exceeded: 400,
  too_many_files_selected: 400,
  total_size_exceeded: 400,
  file_limit_reached: 400,
  file_too_large: 413,
  request_too_large: 413,
  invalid_audit_interval: 400,
  csv_invalid_columns: 400,
  blocked_keyword: 400,
  unavailable_llm_model: 400,
  unavailable_agent: 400,
  feedback_not_allowed: 400,
  invalid_conversation: 409,
  wrong_file_status: 409,
  only_data_analysis: 409,
  bad_file_operation_state: 409,
  unknown_file_operation: 400,
  file_content_not_available: 404,
  already_exists: 409,
  does_not_exist: 404,
  invalid_credentials: 401,
  email_not_verified: 403,
  user_not_invited: 403,
  organization_not_chosen: 403,
  not_active: 403,
  operation_not_authorized: 403,
  rate_limited: 429,
  quota_exceeded: 429,
  model_limit_reached: 429,
  request_aborted_user: 499,
  answer_interrupted: 503,
  service_http_error: 502,
  service_timeout: 504,
  service_unavailable: 503,
} as const

/** A code of the catalogue; the screens look its text up under `error_{code}` in `messages/`. */
export type ErrorCode = keyof typeof errorStatus

/**
 * The JSON body of every answer that is not OK; `message` is an English sentence. `info.entity` names what does not exist, `info.id` which of several that were
 * asked for; `info.name` is what the caller knew it as, which only the page can tell.
 */
export interface ErrorBody {
  code: ErrorCode
  message: string
  info?: { entity?: string; id?: number; name?: string; retry_after?: number }
}

/**
 * The one error of this product, on either side of the API.
 * `message` and `cause` are for logs and developers; users see the translation of `code`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly info: ErrorBody['info']
  readonly status: number
  /** The id of the request that ended so, by which the log tells why. */
  readonly reference: string | undefined

  // Node runs scripts that import the contract: it takes no parameter properties.
  constructor(
    code: ErrorCode,
    info?: ErrorBody['info'],
    options?: ErrorOptions & { message?: string; reference?: string },
  ) {
    super(options?.message ?? code, options)
    this.code = code
    this.info = info
    this.status = errorStatus[code]
    this.reference = options?.reference
  }
}

/** Whether an error is one of the API, of this code. */
export const hasCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code

/** Whether a value from outside is a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value)
}
