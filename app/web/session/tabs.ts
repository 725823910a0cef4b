import { tabStore } from '~/ui/browser-storage.ts'

/** Firebase keeps its user for one tab only; the tabs of a browser session pass it on to each other here. */

type Message = { type: 'who' } | { type: 'user'; key: string; value: string } | { type: 'signed_out' }

const userKey = 'firebase:authUser:'
/** Milliseconds that another tab has to answer. */
const answerTimeoutMs = 250

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

const ownUser = () => {
  const key = tabStore.names().find((name) => name.startsWith(userKey))
  const value = key && tabStore.get(key)
  return value ? { key, value } : undefined
}

/**
 * Takes over another tab's user if this tab has none; waits at most a quarter of a second for one to answer. Returns whether
 * this tab has a user then.
 */
export async function adoptUser(): Promise<boolean> {
  if (!channel || ownUser()) return ownUser() !== undefined
  const answer = new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.type !== 'user' || !data.key.startsWith(userKey)) return
      channel.removeEventListener('message', listen)
      tabStore.set(data.key, data.value)
      resolve()
    }
    channel.addEventListener('message', listen)
  })
  channel.postMessage({ type: 'who' } satisfies Message)
  await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, answerTimeoutMs))])
  return ownUser() !== undefined
}

/** Forgets this tab's user, as Firebase does when it signs out. */
export function dropUser() {
  const user = ownUser()
  if (user) tabStore.remove(user.key)
}

/** Answers tabs that ask for the user, and calls `onSignedOut` when another tab logged out. */
export function joinTabs(onSignedOut: () => void): () => void {
  const listen = ({ data }: MessageEvent<Message>) => {
    const user = data.type === 'who' ? ownUser() : undefined
    if (user) channel?.postMessage({ type: 'user', ...user } satisfies Message)
    if (data.type === 'signed_out') onSignedOut()
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}

export function notifyTabsSignedOut() {
  channel?.postMessage({ type: 'signed_out' } satisfies Message)
}
