import { expect, test } from 'vitest'
import { untilAborted } from '~/provider/chat/until-aborted.ts'

async function* hanging(ended: () => void) {
  try {
    yield 1
    await new Promise(() => {})
  } finally {
    ended()
  }
}

test('items pass, and the generator is closed behind the last', async () => {
  let ended = false
  async function* two() {
    try {
      yield 1
      yield 2
    } finally {
      ended = true
    }
  }
  const seen = []
  for await (const item of untilAborted(two(), new AbortController().signal)) seen.push(item)
  expect({ seen, ended }).toEqual({ seen: [1, 2], ended: true })
})

test('an abort ends it at once with the reason, though the generator hangs', async () => {
  const controller = new AbortController()
  const items = untilAborted(
    hanging(() => {}),
    controller.signal,
  )
  expect(await items.next()).toEqual({ done: false, value: 1 })
  const next = items.next()
  controller.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
})

test('a signal that has aborted lets nothing pass', async () => {
  const items = untilAborted(
    hanging(() => {}),
    AbortSignal.abort(new Error('before')),
  )
  await expect(items.next()).rejects.toThrow('before')
})

test('an error of the generator comes through', async () => {
  async function* failing() {
    yield 1
    throw new Error('own')
  }
  const items = untilAborted(failing(), new AbortController().signal)
  await items.next()
  await expect(items.next()).rejects.toThrow('own')
})
