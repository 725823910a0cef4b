import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { base64url } from 'jose'
import type { OpenCall } from '~/provider/api/serve.ts'
import { apiKeys, now, oauthClients, oauthCodes, oauthGrants, users } from '~/provider/db/index.ts'
import { hashOf, newSecret } from '~/provider/identity/api-key-secret.ts'
import { resourceAt } from './addresses.ts'
import { readForm } from './form.ts'
import { OAuthRefusal } from './refusal.ts'
import { endGrant } from './revoke.ts'

/** Seconds that a token holds, and milliseconds in which it has to be renewed. */
const tokenSeconds = 3600
const grantLifetime = 90 * 24 * 60 * 60 * 1000

const after = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** @throws OAuthRefusal `invalid_request`, `invalid_grant`, `invalid_target`, `unsupported_grant_type` */
export async function issueToken(call: OpenCall): Promise<Response> {
  const field = await readForm(call.request)
  const resource = field('resource')
  if (resource !== '' && resource !== resourceAt(new URL(call.request.url).origin)) {
    throw new OAuthRefusal('invalid_target', 'A token is for another resource.')
  }
  const type = field('grant_type')
  if (type === 'authorization_code') return exchangeCode(field, call)
  if (type === 'refresh_token') return refresh(field, call)
  throw new OAuthRefusal('unsupported_grant_type', 'There are authorization_code and refresh_token.')
}

type Field = (name: string) => string

const invalidGrant = () => new OAuthRefusal('invalid_grant', 'It is not valid, or no longer, or not for this program.')

/** A code is taken once: whoever brings it again may have stolen it, so that what it was exchanged for ends. */
async function exchangeCode(field: Field, call: OpenCall): Promise<Response> {
  const { db } = call
  const isCode = eq(oauthCodes.hash, hashOf(field('code')))
  const [taken] = await db
    .update(oauthCodes)
    .set({ used_at: now() })
    .where(and(isCode, isNull(oauthCodes.used_at), gt(oauthCodes.expires_at, now())))
    .returning()
  if (!taken) {
    const used = await db.select().from(oauthCodes).where(isCode).get()
    if (used?.api_key_id) await endGrant(used.api_key_id, call)
    throw invalidGrant()
  }
  const isTheirs = taken.client_id === field('client_id') && taken.redirect_uri === field('redirect_uri')
  if (!isTheirs || (await challengeOf(field('code_verifier'))) !== taken.challenge) throw invalidGrant()

  const access = newSecret()
  const renewal = newSecret()
  const idOfKey = sql<number>`(SELECT id FROM api_keys WHERE hash = ${access.hash})`
  const earlier = sql`SELECT k.id FROM api_keys k JOIN oauth_grants g ON g.api_key_id = k.id
    WHERE k.user_id = ${taken.user_id} AND g.client_id = ${taken.client_id}`
  await db.batch([
    // One program is one line among the member's keys.
    db.delete(apiKeys).where(sql`${apiKeys.id} IN (${earlier})`),
    db.insert(apiKeys).values({
      organization_id: sql`(SELECT ${users.organization_id} FROM ${users} WHERE ${users.id} = ${taken.user_id})`,
      user_id: taken.user_id,
      name: sql`(SELECT ${oauthClients.name} FROM ${oauthClients} WHERE ${oauthClients.id} = ${taken.client_id})`,
      hash: access.hash,
      ending: access.ending,
      scopes: taken.scopes,
      expires_at: after(tokenSeconds * 1000),
    }),
    db.insert(oauthGrants).values({
      api_key_id: idOfKey,
      client_id: taken.client_id,
      refresh_hash: renewal.hash,
      expires_at: after(grantLifetime),
    }),
    db.update(oauthCodes).set({ api_key_id: idOfKey }).where(isCode),
  ])
  return tokens(access.secret, renewal.secret, taken.scopes)
}

/** A refresh token is replaced by each use; whoever brings one that was replaced may have stolen it. */
async function refresh(field: Field, call: OpenCall): Promise<Response> {
  const { db } = call
  const hash = hashOf(field('refresh_token'))
  const access = newSecret()
  const renewal = newSecret()
  const isTheirs = and(eq(oauthGrants.refresh_hash, hash), eq(oauthGrants.client_id, field('client_id')))
  const [, [key]] = await db.batch([
    db
      .update(oauthGrants)
      .set({ refresh_hash: renewal.hash, used_hash: hash, expires_at: after(grantLifetime) })
      .where(and(isTheirs, gt(oauthGrants.expires_at, now()))),
    db
      .update(apiKeys)
      .set({ hash: access.hash, ending: access.ending, expires_at: after(tokenSeconds * 1000) })
      .where(sql`${apiKeys.id} = (SELECT api_key_id FROM oauth_grants WHERE refresh_hash = ${renewal.hash})`)
      .returning(),
  ])
  if (key) return tokens(access.secret, renewal.secret, key.scopes)
  const used = await db.select().from(oauthGrants).where(eq(oauthGrants.used_hash, hash)).get()
  if (used) await endGrant(used.api_key_id, call)
  throw invalidGrant()
}

const tokens = (access_token: string, refresh_token: string, scopes: string[]) =>
  Response.json({
    access_token,
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    refresh_token,
    scope: scopes.join(' '),
  })

async function challengeOf(verifier: string): Promise<string | undefined> {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return undefined
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}
