import type { IncomingHttpHeaders } from 'node:http'

/** Headers of one connection, which no proxy passes on (RFC 9110, 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

/** What a proxy passes on of a message's headers. @param unwanted whether it leaves one more of them out */
export const passedOn = (headers: IncomingHttpHeaders, unwanted: (name: string) => boolean = () => false) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name) && !unwanted(name)))
