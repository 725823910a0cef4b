import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TextEvent } from '~/provider/models/model.ts'
import { totalUsage } from '~/provider/models/usage.ts'
import { answerWithTools, tool } from '~/provider/models/use-tools.ts'
import type { Take } from '../models-server.ts'
import { type Vendor, vendors } from './harness/models-vendors.ts'
import { scripted } from './harness/streams.ts'

/** A tool that adds, and the inputs that it was given. */
function adder() {
  const inputs: { numbers: number[] }[] = []
  const add = tool({
    name: 'add',
    description: 'Adds numbers.',
    input: z.object({ numbers: z.array(z.number()) }),
    run: (input) => {
      inputs.push(input)
      return Promise.resolve(`The sum is ${input.numbers.reduce((sum, number) => sum + number, 0)}`)
    },
  })
  return { add, inputs }
}

const never = new AbortController().signal

async function answered({ open }: Vendor, takes: Take[], signal = never, { add, inputs } = adder()) {
  const { mark, calls } = await scripted(...takes)
  const prompt = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: mark }] }
  const events: TextEvent[] = []
  let failure: unknown
  try {
    for await (const event of answerWithTools(open(), prompt, [add], signal)) events.push(event)
  } catch (error) {
    failure = error
  }
  const text = events.map((event) => ('delta' in event ? event.delta : '')).join('')
  const usage = totalUsage(events.flatMap((event) => ('usage' in event ? [event.usage] : [])))
  return { text, usage, failure, inputs, calls: await calls() }
}

const call = (numbers: unknown) => ({ call: { name: 'add', input: { numbers } } })

describe.each(vendors)('a model of $vendor', (vendor) => {
  test('calls tools in one round, reads their results in the next, and its usage is that of all', async () => {
    const first = [{ say: 'I add them.' }, call([1, 2]), call([30])]
    const { text, usage, failure, inputs, calls } = await answered(vendor, [first, [{ say: 'It is 3.' }]])
    expect({ text, failure }).toEqual({ text: 'I add them.\n\nIt is 3.', failure: undefined })
    expect(inputs).toEqual([{ numbers: [1, 2] }, { numbers: [30] }])
    expect(usage).toEqual({ input_tokens: 24, output_tokens: 4 })
    expect(calls).toHaveLength(2)
    const second = JSON.stringify(calls[1])
    for (const part of ['Adds numbers.', 'I add them.', 'The sum is 3', 'The sum is 30']) expect(second).toContain(part)
  })

  test('is told what is wrong with an input, or that there is no such tool, and mends it', async () => {
    const { inputs, text, calls } = await answered(vendor, [
      [call('one and two'), { call: { name: 'multiply', input: {} } }],
      [call([1, 2])],
      [{ say: 'Now it is 3.' }],
    ])
    expect({ inputs, text }).toEqual({ inputs: [{ numbers: [1, 2] }], text: 'Now it is 3.' })
    const second = JSON.stringify(calls[1])
    expect(second).toContain('the input does not fit the schema')
    expect(second).toContain('there is no tool of this name. There are: add.')
  })

  test('that calls tools for ever is stopped, and what it said and cost is kept', async () => {
    const { text, usage, failure, calls } = await answered(vendor, [[{ say: 'Again.' }, call([1])]])
    expect(failure).toMatchObject({ code: 'service_http_error' })
    expect(calls).toHaveLength(8)
    expect(text.startsWith('Again.\n\nAgain.')).toBe(true)
    expect(usage).toEqual({ input_tokens: 96, output_tokens: 16 })
  })

  test('is not asked again once its tool was interrupted', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const own = adder()
    const add = {
      ...own.add,
      run: () => {
        abort.abort(reason)
        return Promise.resolve('too late')
      },
    }
    const { failure, calls, text } = await answered(vendor, [[{ say: 'Wait.' }, call([1])]], abort.signal, {
      ...own,
      add,
    })
    expect(failure).toBe(reason)
    expect({ text, calls: calls.length }).toEqual({ text: 'Wait.', calls: 1 })
  })

  test('without tools has none in its request', async () => {
    const { mark, calls } = await scripted([{ say: 'Yes' }])
    const prompt = { instructions: '', messages: [{ role: 'user' as const, content: mark }] }
    for await (const _ of vendor.open().answer(prompt, never));
    expect((await calls())[0]).not.toHaveProperty('tools')
  })
})

test.each(vendors.filter(({ vendor }) => vendor !== 'Google'))(
  'half of an input’s JSON of $vendor is no input, and the model is told so',
  async (vendor) => {
    const { text, calls } = await answered(vendor, [
      [{ call: { name: 'add', input: '{"numbers":[1' } }],
      [{ say: 'Sorry.' }],
    ])
    expect(text).toBe('Sorry.')
    expect(JSON.stringify(calls[1])).toContain('the input does not fit the schema')
  },
)

test('a result goes back to OpenAI behind the call it belongs to', async () => {
  const { calls } = await answered(vendors[0]!, [[call([1, 2])], [{ say: '3' }]])
  expect(calls[1]).toMatchObject({
    messages: [
      { role: 'system' },
      { role: 'user' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"numbers":[1,2]}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'The sum is 3' },
    ],
  })
})

test('what Google signed of a call goes back with it', async () => {
  const { calls } = await answered(vendors[2]!, [[call([1, 2])], [{ say: '3' }]])
  expect(JSON.stringify(calls[1])).toContain('"thoughtSignature":"signed-1"')
})
