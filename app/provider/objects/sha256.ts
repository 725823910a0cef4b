import { createHash } from 'node:crypto'

/** In hex; of a text, over its UTF-8. Not that of Web Crypto, which would let other work in between within a transaction. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
