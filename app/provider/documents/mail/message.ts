import type { DocumentPage } from '../document.ts'
import { textPages } from '../plain.ts'

/** A mail, whatever program stored it. Empty where it does not say. */
export interface MailMessage {
  subject: string
  from: string
  to: string
  cc: string
  /** When it was sent. */
  date: string
  /** Names of what is attached; what is within those is not read. */
  attachments: string[]
  text: string
}

/** The pages of a mail: its head, as mails name its fields, and its text. */
export function messagePages({ subject, from, to, cc, date, attachments, text }: MailMessage): DocumentPage[] {
  const fields = [
    ['Subject', subject],
    ['From', from],
    ['To', to],
    ['Cc', cc],
    ['Date', date],
    ['Attachments', attachments.join(', ')],
  ]
  const head = fields.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return textPages(`${head.join('\n')}\n\n${text}`)
}
