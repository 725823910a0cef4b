/** Whether an address is one of the machine itself, as it is written: no name is looked up. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
}
