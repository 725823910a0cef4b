import type { CutReason, TextEvent } from './model.ts'

/** All that a model writes, at once, and why it was cut if it was. Fails as the model does. */
export async function collectText(
  events: AsyncIterable<TextEvent>,
): Promise<{ text: string; cut: CutReason | undefined }> {
  let text = ''
  let cut: CutReason | undefined
  for await (const event of events) {
    if ('delta' in event) text += event.delta
    else if ('cut' in event) cut = event.cut
  }
  return { text, cut }
}
