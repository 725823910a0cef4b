/** Loads a stylesheet by its address, unless the page has it; the server names its own in the page. Rejects where it does not come. */
export async function loadStyles(href: string): Promise<void> {
  if (typeof document === 'undefined' || document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.addEventListener('load', resolve)
  link.addEventListener('error', reject)
  document.head.appendChild(link)
  await promise.catch((cause: unknown) => {
    link.remove()
    throw new Error('A stylesheet could not be loaded', { cause })
  })
}
