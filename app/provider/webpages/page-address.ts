/** Longer addresses are hardly pages; D1 keeps them in an index. */
const longest = 1000
/** What only says where a visitor comes from. */
const tracking = /^(utm_\w+|fbclid|gclid|yclid|msclkid|mc_cid|mc_eid)$/
/** Endings of what holds no text for us. */
const otherThanPages =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|css|m?js|json|xml|rss|atom|zip|gz|tgz|7z|rar|exe|dmg|apk|iso|woff2?|[ot]tf|eot|docx?|xlsx?|pptx?)$/i
/** A path that repeats one of its parts so often leads nowhere: /a/b/a/b/a/b. */
const maxRepetitions = 2

/**
 * An address in the one form that pages are known by: http or https, without fragment, trailing dot of the host and
 * parameters that only track; undefined for anything else than an address of a page (other schemes, credentials, too long).
 * @param base what a relative address is relative to
 */
export function pageAddress(address: string, base?: string): string | undefined {
  const url = URL.parse(address.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  for (const name of new Set(url.searchParams.keys())) if (tracking.test(name)) url.searchParams.delete(name)
  return url.href.length <= longest ? url.href : undefined
}

/** Whether two addresses are of one site: the same host and port, with `www.` or without, by http or https. */
export const isSameSite = (one: string, other: string) => siteOf(one) === siteOf(other)

function siteOf(address: string): string {
  const url = new URL(address)
  return `${url.hostname.replace(/^www\./, '')}:${url.port}`
}

/** Whether a link is worth following: neither an image or the like, nor a path that goes round in circles. */
export function isWorthFollowing(address: string): boolean {
  const { pathname } = new URL(address)
  if (otherThanPages.test(pathname)) return false
  const parts = pathname.split('/').filter(Boolean)
  return parts.every((part) => parts.filter((other) => other === part).length <= maxRepetitions)
}
