import { createTransport } from 'nodemailer'
import en from '../../../messages/en.json' with { type: 'json' }
import ja from '../../../messages/ja.json' with { type: 'json' }
import type { Environment } from '../../local/environment.ts'
import { Problem } from '../../local/problem.ts'
import { log } from '../log.ts'
import type { SendLink } from './identity-service.ts'
import { linkOf } from './links.ts'

/** Milliseconds that a mail server may take to answer. */
const timeout = 20_000

/**
 * What sends links by the mail server of SMTP_URL, in the name of MAIL_FROM; nothing where there is none.
 * @throws a {@link Problem} that names the variable
 */
export function mailerFrom({ SMTP_URL: server, MAIL_FROM: from }: Environment, publicUrl: URL): SendLink | undefined {
  if (!server) return undefined
  if (!/^smtps?:\/\//.test(server) || !URL.canParse(server))
    throw new Problem('SMTP_URL is not smtps://name:password@host')
  if (!from?.includes('@')) throw new Problem('SMTP_URL needs MAIL_FROM, the address that mails come from.')
  const transport = createTransport({
    url: server,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  return async (kind, email, code, language) => {
    const texts = language === 'en' ? en : ja
    const [subject, text] =
      kind === 'reset'
        ? [texts.mail_reset_subject, texts.mail_reset_text]
        : [texts.mail_invitation_subject, texts.mail_invitation_text]
    try {
      await transport.sendMail({
        from,
        to: email,
        subject,
        text: text.replace('{link}', linkOf(publicUrl.origin, code)),
      })
    } catch (error) {
      // Not its words, which may repeat the address.
      log('error', 'mail_failed', { kind, cause: (error as { code?: string }).code ?? 'unknown' })
      throw error
    }
  }
}
