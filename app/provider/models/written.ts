import type { Usage } from '~/contract/chat.ts'
import type { TextEvent } from './model.ts'

/** All that a model writes, at once; what it cost goes to `used`. Fails as the model does. */
export async function written(events: AsyncIterable<TextEvent>, used: (usage: Usage) => void): Promise<string> {
  let text = ''
  for await (const event of events) {
    if ('delta' in event) text += event.delta
    else used(event.usage)
  }
  return text
}
