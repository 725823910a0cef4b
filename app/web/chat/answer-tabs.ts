/** The tabs of a browser tell each other where an answer begins or ends, so that each shows what the others asked. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('answers')

/** Tells the other tabs that a question was asked, or that its answer has ended. */
export const tellTabs = (conversationId: number) => channel?.postMessage(conversationId)

/** Calls `listener` with the conversation in which another tab asked, or saw an answer end; gives what ends that. */
export function onOtherTab(listener: (conversationId: number) => void): () => void {
  const listen = ({ data }: MessageEvent<number>) => listener(data)
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
