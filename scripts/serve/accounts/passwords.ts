import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Characters. Nothing but the password protects an account here (NIST SP 800-63B-4 asks 15 of such, OWASP's lowest is 8). */
export const shortestPassword = 12
/** Bytes: what is longer is not worth the work of reading it. */
const longestPassword = 1024

/** About 32 MB and a quarter of a second; as strong as OWASP's N = 2^17 with p = 1, which takes 128 MB. */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const keyLength = 32
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Whether it may be a password, and if not, why. */
export function weaknessOf(password: string): 'too_short' | 'too_long' | undefined {
  if ([...comparable(password)].length < shortestPassword) return 'too_short'
  return Buffer.byteLength(password) > longestPassword ? 'too_long' : undefined
}

/** What is kept of a password: the costs of scrypt (RFC 7914), a random salt and the key. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await keyOf(password, salt, cost)
  return [cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether it is the password that was hashed. Without a hash the same work is done, so that time does not tell. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > longestPassword) return false
  const [N, r, p, salt, key] = (hash ?? nobodys).split('$')
  const found = await keyOf(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(found, Buffer.from(key!, 'base64url')) && hash !== null
}

const nobodys = [
  cost.N,
  cost.r,
  cost.p,
  Buffer.alloc(16).toString('base64url'),
  Buffer.alloc(32).toString('base64url'),
].join('$')

const keyOf = (password: string, salt: Buffer, { N, r, p }: typeof cost) =>
  derive(comparable(password), salt, keyLength, { N, r, p, maxmem: 256 * N * r })

/** The same characters, however a keyboard composes them (NIST SP 800-63B-4, 3.1.1.2). */
const comparable = (password: string) => password.normalize('NFKC')
