import type { Usage } from '~/contract/chat.ts'
import type { CutReason, TextEvent } from './model.ts'

/** All that a model writes, at once, and why it was cut if it was; what it cost goes to `used`. Fails as the model does. */
export async function collectText(
  events: AsyncIterable<TextEvent>,
  used: (usage: Usage) => void,
): Promise<{ text: string; cut: CutReason | undefined }> {
  let text = ''
  let cut: CutReason | undefined
  for await (const event of events) {
    if ('delta' in event) text += event.delta
    else if ('usage' in event) used(event.usage)
    else cut = event.cut
  }
  return { text, cut }
}
