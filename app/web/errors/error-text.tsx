import { errorMessage } from './message.ts'

/** What a user reads about an error. A part of its own, since it brings the texts of all error codes along. */
export default function ErrorText({ error }: { error: unknown }) {
  return errorMessage(error)
}
