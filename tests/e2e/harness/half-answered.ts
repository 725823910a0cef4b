import type { Page } from 'playwright'
import { answer, ask, inConversation } from './chat.ts'
import { script } from './scripted-model.ts'

/**
 * Asks what the model answers in two halves, and waits until the first shows and the conversation has its address.
 * `release(id)` lets the second come.
 */
export async function halfAnswered(page: Page, id: string) {
  await script(id, [{ say: 'The first half, ' }, { hold: true }, { say: 'and the second.' }])
  await ask(page, `script:${id}`)
  await answer(page).getByText('The first half,').waitFor()
  await inConversation(page)
}
