/**
 * What a tab reports to the browser's others about a conversation: a question was asked in it (`asked`); its answer ended and nobody
 * looked (`unread`); the reader has seen or stopped it (`read`).
 */
export interface TabNews {
  conversationId: number
  event: 'asked' | 'unread' | 'read'
}

/** The tabs of a browser notify each other when an answer begins or ends, so that each shows what the others asked. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('answers')

export const notifyTabs = (news: TabNews) => channel?.postMessage(news)

/** Calls `listener` with the news of another tab; returns a function that stops it. */
export function onOtherTab(listener: (news: TabNews) => void): () => void {
  const listen = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
