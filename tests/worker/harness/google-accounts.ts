import { exportPKCS8, exportSPKI, generateKeyPair, importSPKI, jwtVerify } from 'jose'
import { vi } from 'vitest'

/** Google's side of an invitation: the token endpoint and Identity Toolkit, as far as they are asked here. */
export interface Google {
  /** The Worker's variables with which it is asked. */
  variables: Partial<Env>
  /** The addresses that have an account. */
  accounts: Set<string>
  /** The mails sent, by the address and the language. */
  mails: { email: string; locale: string | null }[]
  /** Access tokens given out. */
  tokens: string[]
  /** The paths of all calls of Identity Toolkit. */
  calls: string[]
  /** What is refused from here on: a status and a code by the address. */
  refusals: Map<string, { status: number; code: string }>
}

const clientEmail = 'inviter@example.iam.gserviceaccount.com'

/**
 * Stands for Google until the mocks are restored: checks signature and claims of assertions, gives tokens that hold for an
 * hour, and takes nothing without one. Other addresses are fetched as ever.
 */
export async function startGoogle(tenant = ''): Promise<Google> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const google: Google = {
    variables: {
      AUTH_EMULATOR_URL: '',
      FIREBASE_TENANT_ID: tenant,
      // One service account a test: the Worker keeps their tokens.
      GOOGLE_CLIENT_EMAIL: `${crypto.randomUUID()}-${clientEmail}`,
      // As it stands in Google's JSON.
      GOOGLE_PRIVATE_KEY: (await exportPKCS8(privateKey)).replaceAll('\n', '\\n'),
    } as Partial<Env>,
    accounts: new Set(),
    mails: [],
    tokens: [],
    calls: [],
    refusals: new Map(),
  }
  const key = await importSPKI(await exportSPKI(publicKey), 'RS256')
  const fetched = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init as RequestInit)
    const { origin, pathname } = new URL(request.url)
    if (origin === 'https://oauth2.googleapis.com' && pathname === '/token') return giveToken(google, key, request)
    if (origin === 'https://identitytoolkit.googleapis.com') return toolkit(google, pathname, request)
    return fetched(request)
  })
  return google
}

async function giveToken(google: Google, key: CryptoKey, request: Request): Promise<Response> {
  const form = await request.formData()
  try {
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw new Error('grant_type')
    const { payload } = await jwtVerify(String(form.get('assertion')), key, {
      algorithms: ['RS256'],
      issuer: google.variables.GOOGLE_CLIENT_EMAIL!,
      audience: 'https://oauth2.googleapis.com/token',
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: 3600,
    })
    if (payload.exp! - payload.iat! > 3600) throw new Error('exp')
    if (payload.scope !== 'https://www.googleapis.com/auth/identitytoolkit') throw new Error('scope')
  } catch {
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const access_token = `ya29.${crypto.randomUUID()}`
  google.tokens.push(access_token)
  return Response.json({ access_token, expires_in: 3599, token_type: 'Bearer' })
}

async function toolkit(google: Google, path: string, request: Request): Promise<Response> {
  google.calls.push(path)
  const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
  if (!google.tokens.includes(bearer)) return refuse(401, 'UNAUTHENTICATED')
  const { email, ...body } = await request.json<{ email: string; requestType?: string; returnOobLink?: boolean }>()
  const refusal = google.refusals.get(email)
  if (refusal) return refuse(refusal.status, `${refusal.code} : ${email}`)
  if (path.endsWith('/accounts')) {
    if (google.accounts.has(email)) return refuse(400, 'EMAIL_EXISTS')
    google.accounts.add(email)
    return Response.json({ kind: 'identitytoolkit#SignupNewUserResponse', localId: crypto.randomUUID(), email })
  }
  if (path.endsWith('/accounts:sendOobCode')) {
    if (body.requestType !== 'PASSWORD_RESET' || body.returnOobLink !== false) return refuse(400, 'INVALID_REQ_TYPE')
    if (!google.accounts.has(email)) return refuse(400, 'EMAIL_NOT_FOUND')
    google.mails.push({ email, locale: request.headers.get('x-firebase-locale') })
    return Response.json({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
  }
  return refuse(404, 'NOT_FOUND')
}

const refuse = (code: number, message: string) => Response.json({ error: { code, message } }, { status: code })
