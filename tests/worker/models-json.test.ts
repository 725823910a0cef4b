import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { askForJson } from '~/provider/models/ask-for-json.ts'
import type { Take } from '../models-server.ts'
import { vendors } from './harness/models-vendors.ts'
import { scripted } from './harness/streams.ts'

const Colour = z.object({ colour: z.string() })
const red: Take = [{ say: '{"colour":"red"}' }]

describe.each(vendors)('a value that a model of $vendor is asked for', ({ open }) => {
  /** Asks, once or more, and gives what the service was sent. */
  async function asked(takes: Take[], model = open(), times = 1) {
    const { mark, calls } = await scripted(...takes)
    const prompt = { instructions: 'Name a colour.', messages: [{ role: 'user' as const, content: mark }] }
    const values = []
    for (let time = 0; time < times; time++) {
      values.push(await askForJson(model, prompt, Colour, new AbortController().signal))
    }
    return { values, sent: (await calls()).map((call) => JSON.stringify(call)) }
  }
  /** The schema as a part of the request, not of the words, where its quotation marks are escaped. */
  const schema = '"colour":{"type":'

  test('is held to its schema by the service', async () => {
    const { values, sent } = await asked([red])
    expect(values).toEqual([{ colour: 'red' }])
    expect(sent).toHaveLength(1)
    expect(sent[0]!.toLowerCase()).toContain(schema)
  })

  test('is asked for by words alone where the service refuses that, from then on', async () => {
    const refusal: Take = [{ status: 400, body: '{"error":{"message":"json_schema is not supported by this model"}}' }]
    const model = open()
    const { values, sent } = await asked([refusal, red], model, 2)
    expect(values).toEqual([{ colour: 'red' }, { colour: 'red' }])
    expect(sent).toHaveLength(3)
    expect(sent.map((call) => call.toLowerCase().includes(schema))).toEqual([true, false, false])
    expect(sent.at(-1)).toContain('Write nothing but JSON')
  })

  test('that was cut is asked for once more, shorter', async () => {
    const { values, sent } = await asked([[{ say: '{"colour":"re' }, { cut: 'length' }], red])
    expect(values).toEqual([{ colour: 'red' }])
    expect(sent[1]).toContain('You were cut before')
  })
})
