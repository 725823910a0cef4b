import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import type { AgentEvent, AgentTask } from '~/provider/agents/agent.ts'
import { creativeAi } from '~/provider/agents/creative-ai.ts'
import { openModel } from '~/provider/models/index.ts'
import { pngOf } from '../pictures.ts'
import type { PictureAnswer } from '../models-server.ts'
import { answered, answerEntryOf, entriesOf } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { organization, hanako, taro } = await seedMembers('creative.example', { hanako: 'user', taro: 'user' })

async function bytesOf(id: number): Promise<Uint8Array> {
  const row = await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()
  return (await env.FILES.get(row!.object_key))!.bytes()
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const png = pngOf(40, 30)
/** The answer of the images API with this picture. */
const pictureOf = (bytes: Uint8Array): PictureAnswer => ({
  base64: btoa(JSON.stringify({ created: 1, data: [{ b64_json: base64(bytes) }] })),
})

async function create(query: string, options: { id?: number; variables?: Partial<Env> } = {}) {
  const answer = await answered(hanako, { query, pipeline: 'creative_ai' }, options)
  const attachments = (await entriesOf(hanako, answer.conversationId)).at(-1)!.file_attachments
  return { ...answer, attachments }
}

const drawing = (description: string, title = 'A lighthouse') => ({
  call: { name: 'create_image', input: { description, title } },
})

describe('with a model', () => {
  test('a picture is drawn from the model’s words, and is an attachment of the member’s own library', async () => {
    const { mark, replay, drawing: drawn, calls } = await scripted()
    const description = `A lighthouse at dusk, oil on canvas. ${mark}`
    await replay([{ say: 'Here it is.' }, drawing(description)], [{ say: 'Do you like it?' }])
    await drawn(pictureOf(png))
    const { text, attachments } = await create(`Draw a lighthouse ${mark}`)
    expect(text).toBe('Here it is.\n\nDo you like it?')
    expect(attachments).toEqual([
      { id: expect.any(Number), name: 'A lighthouse.png', mime_type: 'image/png', size: png.byteLength },
    ])
    const [, request] = await calls()
    expect(request).toMatchObject({ model: 'painter', n: 1, size: '1024x1024', response_format: 'b64_json' })

    const { id } = attachments[0]!
    const file = (await (await hanako(`/v1/files/${id}`)).json()) as StoredFile
    expect(file).toMatchObject({
      source_type: 'generated',
      group_id: organization.users[0]!.privateGroupId,
      properties: { description },
    })
    expect(await bytesOf(id)).toEqual(png)
    expect((await taro(`/v1/files/${id}`)).status).toBe(404)
  })

  test('a text is written with the conversation before it, and nothing is looked up', async () => {
    const first = await scripted([{ say: 'Roses are red.' }])
    const { conversationId, references } = await create(`A poem ${first.mark}`)
    const second = await scripted([{ say: 'Violets are blue.' }])
    const { text, attachments } = await create(`Go on ${second.mark}`, { id: conversationId })
    expect({ text, attachments, references }).toEqual({ text: 'Violets are blue.', attachments: [], references: [] })
    const messages = (await second.calls())[0]!.messages.map(({ content }) => content)
    expect(messages.slice(1)).toEqual([`A poem ${first.mark}`, 'Roses are red.', `Go on ${second.mark}`])
  })

  const refusals: { name: string; answer: PictureAnswer }[] = [
    { name: 'is refused', answer: { status: 400 } },
    { name: 'is no picture', answer: pictureOf(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
    { name: 'is a huge one', answer: pictureOf(pngOf(1, 1, { width: 20_000, height: 20_000 })) },
    { name: 'is an address', answer: { base64: btoa('{"data":[{"url":"http://10.0.0.1/secret.png"}]}') } },
    { name: 'is no base64', answer: { base64: btoa('{"data":[{"b64_json":"%%%"}]}') } },
  ]

  test.each(refusals)('a picture that $name is not attached, and the model is told', async ({ answer }) => {
    const model = await scripted()
    await model.replay([drawing(`A cat ${model.mark}`)], [{ say: 'I could not draw it.' }])
    await model.drawing(answer)
    const { text, attachments } = await create(`Draw a cat ${model.mark}`)
    expect({ text, attachments }).toEqual({ text: 'I could not draw it.', attachments: [] })
    expect(JSON.stringify((await model.calls()).at(-1))).toContain('Error: it could not be drawn.')
  })

  test('an image service that is out of order ends the answer with an error, and keeps text and pictures so far', async () => {
    const model = await scripted()
    await model.replay([{ say: 'Two cats.' }, drawing(`One ${model.mark}`), drawing(`Two ${model.mark}`)])
    const broken = { status: 503 }
    await model.drawing(pictureOf(png), broken, broken, broken)
    const { text, error, attachments, conversationId } = await create(`Draw two cats ${model.mark}`)
    expect({ text, error }).toEqual({ text: 'Two cats.', error: 'service_unavailable' })
    expect(attachments).toHaveLength(1)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'failed', response: 'Two cats.' })
  })

  test('a model that cannot use tools writes without them, and knows that it cannot draw', async () => {
    const refusal = { status: 400, body: '{"error":{"message":"small does not support tools"}}' }
    const { mark, calls } = await scripted([refusal], [{ say: 'Roses are red.' }])
    expect(await create(`A poem ${mark}`)).toMatchObject({ text: 'Roses are red.', error: undefined })
    const [, plain] = await calls()
    expect(plain).not.toHaveProperty('tools')
    expect(plain!.messages[0]!.content).toContain('You cannot draw.')
  })

  test('a model that draws for ever is stopped, with four pictures at most', async () => {
    const model = await scripted()
    await model.replay([{ say: 'More.' }, drawing(`A cat ${model.mark}`)])
    await model.drawing(...Array.from({ length: 9 }, () => pictureOf(png)))
    const { error, text, attachments } = await create(`Draw cats ${model.mark}`)
    expect({ error, pictures: attachments.length }).toEqual({ error: 'service_http_error', pictures: 4 })
    expect(text.startsWith('More.')).toBe(true)
  })
})

describe('without a language model', () => {
  const withoutModels = { variables: { OPENAI_MODELS: '' } }

  test('what asks for a picture is drawn, in the question’s words', async () => {
    const { mark, drawing: drawn, calls } = await scripted()
    await drawn(pictureOf(png))
    const { text, attachments } = await create(`灯台の絵を描いてください ${mark}`, withoutModels)
    expect(text).toContain('言語モデルは設定されていません')
    expect(attachments).toMatchObject([{ name: '画像.png' }])
    expect(await calls()).toMatchObject([{ prompt: `灯台の絵を描いてください ${mark}` }])
  })

  test.each([
    { query: 'Write a poem about rain', words: 'Texts need a language model' },
    { query: '雨の詩を書いて', words: '言語モデルが必要' },
  ])('$query is refused in its language', async ({ query, words }) => {
    const { text, attachments } = await create(query, withoutModels)
    expect(text).toContain(words)
    expect(attachments).toEqual([])
  })
})

/** What the agent says where the installation has none of these models. */
async function saidOf(task: Partial<AgentTask>): Promise<string> {
  const events: AgentEvent[] = []
  const setting = { fence: 'source-x', memberName: null, organizationName: 'Example', timeZone: 'Asia/Tokyo' }
  const { signal } = new AbortController()
  const whole = { fileIds: [], history: [], language: 'en', setting, signal, ...task } as never
  for await (const event of creativeAi(whole)) events.push(event)
  return events.map((event) => ('delta' in event ? event.delta : '')).join('')
}

describe('without an image model', () => {
  test.each([
    { question: 'Draw a lighthouse', words: 'none is configured here' },
    { question: '灯台の絵を描いて', words: 'ここには設定されていない' },
  ])('and without a language model, $question is refused in its language', async ({ question, words }) => {
    expect(await saidOf({ question })).toContain(words)
  })

  test('the model has no tool to draw, and knows it', async () => {
    const { mark, calls } = await scripted([{ say: 'I cannot draw.' }])
    expect(await saidOf({ question: mark, model: openModel(env, 'small') })).toBe('I cannot draw.')
    const [request] = await calls()
    expect(request).not.toHaveProperty('tools')
    expect(request!.messages[0]!.content).toContain('You cannot draw')
  })
})
