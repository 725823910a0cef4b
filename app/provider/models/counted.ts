import type { Usage } from '~/contract/chat.ts'
import type { Model } from './model.ts'

/** The same model; what each call costs is told at once, whatever then becomes of what it wrote. */
export const counted = (model: Model, used: (usage: Usage) => void): Model => ({
  ...model,
  async *answer(prompt, signal) {
    for await (const event of model.answer(prompt, signal)) {
      if ('usage' in event) used(event.usage)
      yield event
    }
  },
})
