import { ApiError } from '~/contract/errors.ts'

/** The limits that variables set, as whole numbers; a variable that is not one is a mistake in the configuration. */
export function limitsOf(env: Env) {
  return {
    filesPerMessage: whole(env, 'MAX_FILES_PER_MESSAGE'),
    fileBytes: whole(env, 'MAX_FILE_BYTES'),
    questionsPerMinute: whole(env, 'QUESTIONS_PER_MINUTE'),
    runningAnswers: whole(env, 'RUNNING_ANSWERS'),
    uploadsPerMinute: whole(env, 'UPLOADS_PER_MINUTE'),
    apiKeyCallsPerMinute: whole(env, 'API_KEY_CALLS_PER_MINUTE'),
  }
}

/** The most that one attached file, or all of a message together, may have: 100 MB. */
export const attachmentBytes = 100 * 1024 * 1024

function whole(env: Env, name: keyof Env): number {
  const value = Number(env[name])
  if (!Number.isInteger(value) || value < 0)
    throw new ApiError('unexpected', undefined, { cause: new Error(`${name} must be a whole number`) })
  return value
}
