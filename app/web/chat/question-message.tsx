import { m } from '~/paraglide/messages'
import type { QuestionMessage as Question } from './messages.ts'

/** What a person asked, at the right; line breaks as typed. */
export const QuestionMessage = ({ message }: { message: Question }) => (
  <article aria-label={m.message_you()} className="flex justify-end">
    <p
      dir="auto"
      className="max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5 whitespace-pre-wrap wrap-anywhere sm:max-w-[75%]"
    >
      {message.text}
    </p>
  </article>
)
