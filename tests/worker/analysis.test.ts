import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered, answerEntryOf, ask, refusalOf } from './harness/asking.ts'
import { seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, scripted } from './harness/streams.ts'

const { organization, hanako } = await seedMembers('analysis.example', { hanako: 'user' })

async function indexed(name: string, pages: string[]): Promise<number> {
  const groupId = organization.groupId
  const id = await seedFile({ organizationId: organization.id, groupId, name })
  const texts = pages.map((text, index) => ({ page: index + 1, text }))
  if (texts.length > 0) await indexFile(env, { id, group_id: groupId, name }, texts)
  return id
}

const report = await indexed('report.txt', [
  'The harbour of Niigata was dredged in spring. The dredging of the harbour cost 40 million yen.',
  'Ships of 60,000 tons reach the harbour since the dredging. The canteen serves curry on Fridays.',
])
const picture = await indexed('scan.png', [])

const analyse = (query: string, files: number[], variables: Partial<Env> = {}) =>
  answered(hanako, { query, files, pipeline: 'analysis_ai' }, { variables })

const withoutModels = { OPENAI_MODELS: '' }

test('without a file nothing is asked', async () => {
  const refusal = await refusalOf(ask(hanako, { query: 'Summarise', pipeline: 'analysis_ai' }))
  expect(refusal).toMatchObject({ status: 400, code: 'no_files_selected' })
})

describe('without a model', () => {
  test('a summary quotes the central sentences of each file, cited by page, and says what it is', async () => {
    const { text, references } = await analyse('Summarise these files, please', [report, picture], withoutModels)
    expect(text).toContain('**report.txt**')
    expect(text).toContain('The dredging of the harbour cost 40 million yen.')
    expect(text).toContain('**scan.png**\n\nThis file has no text that could be quoted.')
    expect(text).toContain('No language model is configured')
    const pages = (references as Reference[]).map(({ file_id, page_number }) => ({ file_id, page_number }))
    expect(pages).toEqual([
      { file_id: report, page_number: 1 },
      { file_id: report, page_number: 2 },
    ])
  })

  test('a question is answered by the sentence that answers it', async () => {
    const { text, references } = await analyse('What did the dredging cost?', [report], withoutModels)
    expect(text).toContain('> The dredging of the harbour cost 40 million yen. [:&1]')
    expect(references[0]).toMatchObject({ file_id: report, page_number: 1 })
  })

  test('a summary of a topic quotes what each file says of it', async () => {
    const { text, references } = await analyse(
      'Summarise what they say about the dredging',
      [report, picture],
      withoutModels,
    )
    expect(text).toContain('What your files say about “dredging”:')
    expect(text).toContain('- Ships of 60,000 tons reach the harbour since the dredging. [:&2]')
    expect(text).not.toContain('curry')
    expect(references).toHaveLength(2)
  })

  test('a summary of a page quotes that page alone, and a file that has none is named', async () => {
    const plan = await indexed('plan.txt', ['Fares\nA ticket for the ferry costs 5 euros.'])
    const { text, references } = await analyse('Summarise page 2 of the files', [report, plan], withoutModels)
    expect(text).toContain('Only “page 2” was looked at.')
    expect(text).toContain('- Ships of 60,000 tons reach the harbour since the dredging. [:&1]')
    expect(text).toContain('**plan.txt**\n\nThis file has no “page 2”.')
    expect(references).toMatchObject([{ file_id: report, page_number: 2 }])
  })

  test('what no sentence answers is said, with the headings that can be asked about instead of a summary', async () => {
    const plan = await indexed('plan.txt', ['Fares\nA ticket costs 5 euros.\nSafety\nDoors are kept shut.'])
    for (const query of ['Warum?', 'Summarise what it says about animals']) {
      const { text, references } = await analyse(query, [plan], withoutModels)
      expect(text).toContain('I found nothing')
      expect(text).toContain('**plan.txt**\n\nFares · Safety')
      expect(references).toEqual([])
    }
  })
})

describe('with a model', () => {
  test('files that fit are given as a whole, and only the pages that are cited are references', async () => {
    const { mark, calls } = await scripted([{ say: 'Ships of 60,000 tons ' }, { say: 'reach it [:' }, { say: '&2].' }])
    const { text, references, conversationId } = await analyse(`How large? ${mark}`, [report])
    expect(text).toBe('Ships of 60,000 tons reach it [:&2].')
    const excerpt = 'Ships of 60,000 tons reach the harbour since the dredging.'
    const [reference] = references
    expect(reference).toEqual({ id: 2, type: 'document', name: 'report.txt', file_id: report, page_number: 2, excerpt })
    expect(references).toHaveLength(1)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ file_references: references })
    const [call] = await calls()
    expect(call!.messages[1]!.content).toContain('The harbour of Niigata was dredged in spring.')
    expect(call!.messages[1]!.content).toContain('n="2" file="report.txt" page="2"')
  })

  test('of longer files notes are taken part by part, and the answer cites the pages of the notes', async () => {
    const filler = (subject: string) => `${subject} ${'lorem ipsum '.repeat(3500)}`
    const long = await indexed('long.txt', [filler('Alpha.'), filler('Beta.'), filler('Gamma.')])
    const { mark, calls } = await scripted(
      [{ say: 'Alpha is first [:&1]' }],
      [{ say: 'NONE' }],
      [{ say: 'Gamma is last [:&3]' }],
      [{ say: 'From Alpha [:&1] to Gamma [:&3].' }],
    )
    const events = await eventsOf(
      await ask(hanako, { query: `From what to what? ${mark}`, files: [long], pipeline: 'analysis_ai' }),
    )
    const { text, references } = answerOf(events)
    expect(text).toBe('From Alpha [:&1] to Gamma [:&3].')
    expect((references as Reference[]).map(({ page_number }) => page_number)).toEqual([1, 3])

    const asked = (await calls()).map(({ messages }) => messages[1]!.content)
    expect(asked).toHaveLength(4)
    for (const [index, subject] of ['Alpha.', 'Beta.', 'Gamma.'].entries()) {
      expect(asked.filter((content) => content.includes(`n="${index + 1}"`) && content.includes(subject))).toHaveLength(
        1,
      )
    }
    expect(asked[3]).toContain('Alpha is first [:&1]')
    expect(asked[3]).not.toContain('NONE')
    expect(asked[3]).not.toContain('lorem')
    expect(events).toContainEqual(
      expect.objectContaining({
        data: { info: expect.objectContaining({ usage: { input_tokens: 48, output_tokens: 4 } }) },
      }),
    )
  })

  test('a part that fails ends the answer with the error', async () => {
    const filler = 'lorem ipsum '.repeat(3500)
    const long = await indexed('fails.txt', [filler, filler])
    const { mark } = await scripted([{ status: 400 }])
    const { conversationId } = await analyse(`What? ${mark}`, [long])
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({
      status: 'failed',
      error_code: 'service_http_error',
    })
  })
})
