import type { Attachment } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import type { Model } from '~/provider/models/model.ts'
import { lacks } from '~/provider/models/refusals.ts'
import { answerWithTools } from '~/provider/models/use-tools.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { asksForPicture } from './auto/rules.ts'
import { createImage, drawInto } from './creative/create-image.ts'
import { promptOf } from './prompt.ts'
import { findSources, referencesTo } from './sources.ts'

const role =
  'You write for a member of an organisation: poems, stories, slogans, speeches, letters, ideas. Be inventive, and keep to ' +
  'the form, the length and the tone that are wished for.'
const painter = 'Where a picture is wanted, draw it by the tool create_image.'
const noPainter = 'You cannot draw. Where a picture is wanted, say that no image model is configured.'
const noTool = 'You cannot draw. Where a picture is wanted, say that it needs another model, one that can use tools.'

/**
 * Writes, and draws where an image model is configured: the model decides which. Without a language model, what clearly asks
 * for a picture is drawn, and all else refused: nothing poses as art.
 */
export const creativeAi: Agent = async function* (task) {
  const { model, imageModel, question } = task
  const locale = questionLanguage(question)
  if (model) return yield* create({ ...task, model })
  if (!imageModel) return yield { delta: m.creative_no_model({}, { locale }) }
  if (!asksForPicture(requestIn(question))) return yield { delta: m.creative_no_language_model({}, { locale }) }
  yield {
    attachments: [
      await drawInto(task, imageModel, { name: m.creative_picture({}, { locale }), description: question }),
    ],
  }
  yield { delta: m.creative_drawn({}, { locale }) }
}

async function* create(task: AgentTask & { model: Model }): AsyncGenerator<AgentEvent> {
  const { model, imageModel, signal } = task
  const sources = task.fileIds.length > 0 ? await findSources(task) : []
  if (sources.length > 0) yield { references: referencesTo(sources) }
  const promptFor = (skill: string) =>
    promptOf({ ...task, role: `${role} ${skill}`, sources, ranked: task.fileIds.length > 0 })
  if (!imageModel) return yield* model.answer(promptFor(noPainter), signal)

  const drawn: Attachment[] = []
  const tools = [createImage(task, imageModel, drawn)]
  let told = 0
  function* news(): Generator<AgentEvent> {
    if (drawn.length === told) return
    told = drawn.length
    yield { attachments: [...drawn] }
  }
  try {
    for await (const event of answerWithTools(model, promptFor(painter), tools, signal)) {
      yield* news()
      yield event
    }
  } catch (error) {
    // Whatever came after them, the pictures are there.
    yield* news()
    if (!lacks(error, 'tools')) throw error
    yield* model.answer(promptFor(noTool), signal)
  }
  yield* news()
}
