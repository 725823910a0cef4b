import type { ApiError, ErrorCode } from '~/contract/errors.ts'

/**
 * What the API says of an error to whoever calls it: the error's own message where it has one, else the sentence of its
 * code. The screens have texts of their own, in their reader's language.
 */
export function sentenceOf({ code, message, info }: ApiError): string {
  // What went wrong unexpectedly is told to the log alone.
  if (message !== code && code !== 'unexpected') return message
  if (code === 'does_not_exist') return `This ${info?.entity ?? 'item'} does not exist.`
  if (code === 'already_exists') return `This ${info?.entity ?? 'user'} already exists.`
  return codeSentence(code)
}

/** The sentence of a code; of one that another version of this product stored, too. */
export const codeSentence = (code: string): string => sentences[code as ErrorCode] ?? sentences.unexpected

const sentences: Record<ErrorCode, string> = {
  fatal: 'The product is not set up for this request.',
  unexpected: 'Something went wrong. Please try again.',
  cannot_upload: 'The file could not be stored. Please send it again.',
  cannot_load_topics: 'The conversations could not be loaded.',
  cannot_preview: 'This file has no preview.',
  cannot_download: 'This file cannot be downloaded.',
  invalid_request: 'The request is not valid.',
  bad_request: 'The body of the request cannot be read.',
  type_validation_error: 'The data does not have the expected format.',
  empty_question: 'The question is empty.',
  no_files_selected: 'This agent needs at least one attached file.',
  max_files_exceeded: 'The question has more files than a message may have.',
  too_many_files_selected: 'The request names more files than are allowed at once.',
  total_size_exceeded: 'The files of the question are larger than 100 MB together.',
  file_limit_reached: 'No more files can be added to this message.',
  file_too_large: 'The file is too large.',
  request_too_large: 'The body of the request is too large.',
  invalid_audit_interval: 'The start date should be before the end date.',
  csv_invalid_columns: 'The CSV must have email and role columns.',
  blocked_keyword: 'The text contains a keyword that the organisation has blocked.',
  unavailable_llm_model: 'This model is not available.',
  unavailable_agent: 'This agent is not available.',
  feedback_not_allowed: 'Feedback cannot be given on this message.',
  invalid_conversation: 'An answer of this conversation is still being written, or the conversation has changed.',
  only_data_analysis:
    'The text of a file is too long to be read; of all agents, only data analysis can use its tables.',
  wrong_file_status: 'The file is still being uploaded or processed, or its upload has ended.',
  bad_file_operation_state: 'The file is not in a state in which this can be done.',
  unknown_file_operation: 'There is no such operation on files.',
  file_content_not_available: 'The text of this file is not available.',
  already_exists: 'This item already exists.',
  does_not_exist: 'This item does not exist.',
  invalid_credentials: 'Please sign in: the token is missing, not valid or expired.',
  email_not_verified: "The account's email address has to be confirmed first.",
  organization_not_chosen: 'Several organisations have invited this account: accept one of their invitations first.',
  user_not_invited: 'You need to be invited to the product first.',
  not_active: 'This account is not active.',
  operation_not_authorized: 'The caller may not do this.',
  rate_limited: 'There were too many requests. Please wait as long as Retry-After says.',
  quota_exceeded: 'A quota of the organisation is used up.',
  model_limit_reached: 'The model has cost what it may cost this month.',
  request_aborted_user: 'The request was stopped by its user.',
  answer_interrupted: 'The answer was interrupted. What was written of it is kept, but for its last second at most.',
  service_http_error: 'A service that is needed for this answered with an error.',
  service_timeout: 'A service that is needed for this took too long to answer.',
  service_unavailable: 'A service that is needed for this is not available right now.',
}
