import { sessionCookieName } from './cookie.ts'

/**
 * The token that speaks for a page's call: the bearer's, which the browser attaches, else the session cookie's (a first page view, or a
 * tab that has not started Firebase).
 */
export const callerToken = ({ headers, url }: Request): string | undefined =>
  headers.get('authorization')?.replace(/^bearer /i, '') ??
  cookieOf(headers.get('cookie') ?? '', sessionCookieName(url))

const cookieOf = (cookies: string, name: string) =>
  cookies
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
