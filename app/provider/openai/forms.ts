import type { ApiError } from '~/contract/errors.ts'
import type { ReadAnswer } from './events.ts'

/** An event of a stream; without a name where the form has none. */
export interface SentEvent {
  event?: string
  data: object | string
}

/** How an answer is written: in pieces as it is said, or whole. */
export interface Form {
  /** Once it is known which answer it is. */
  begin: (answer: ReadAnswer) => SentEvent[]
  say: (answer: ReadAnswer, text: string) => SentEvent[]
  end: (answer: ReadAnswer) => SentEvent[]
  fail: (answer: ReadAnswer, error: ApiError) => SentEvent[]
  whole: (answer: ReadAnswer) => object
}
