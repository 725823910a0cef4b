import type { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { errorMessage } from '~/web/errors/message.ts'

export const isServerFunction = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/_serverFn/')

/** What a page is answered, in its reader's language, to an address that has made too many calls: nothing has been read for it. */
export const answerTooMany = (error: ApiError): Response =>
  new Response(page(errorMessage(error)), {
    status: error.status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': String(error.info?.retry_after) },
  })

/** Without any of the product's own files: asking for these would be more calls. */
const page = (text: string) => `<!doctype html>
<html lang="${getLocale()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${m.app_name()}</title>
<style>
  body { display: grid; place-content: center; justify-items: center; gap: 1rem; min-height: 100svh; margin: 0; padding: 1.5rem;
    box-sizing: border-box; font: 1rem/1.6 system-ui, sans-serif; text-align: center;
    background: light-dark(oklch(0.975 0.004 262), oklch(0.18 0.008 262)); color: light-dark(oklch(0.24 0.018 262), oklch(0.94 0.006 262)) }
  p { max-width: 28rem; margin: 0; word-break: auto-phrase; text-wrap: balance }
  a { color: light-dark(oklch(0.48 0.18 262), oklch(0.76 0.12 262)); text-underline-offset: 0.2em }
</style>
<p>${text}</p>
<a href="">${m.try_again()}</a>
</html>
`
