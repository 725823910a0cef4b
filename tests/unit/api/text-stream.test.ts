import { afterEach, describe, expect, test, vi } from 'vitest'
import { textStream } from '~/provider/api/text-stream.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Lets everything run that does not wait for anybody. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function counted(most = Infinity) {
  const seen = { made: 0, ended: false }
  async function* texts() {
    try {
      while (seen.made < most) yield `line ${++seen.made}\n`
    } finally {
      seen.ended = true
    }
  }
  return { seen, texts: texts() }
}

describe('texts as a body', () => {
  test('are made no faster than their reader takes them', async () => {
    const { seen, texts } = counted()
    const reader = textStream(texts, 'failed').getReader()
    for (let taken = 0; taken <= 20; taken++) {
      await settled()
      expect(seen.made - taken).toBeLessThanOrEqual(1)
      await reader.read()
    }
    await reader.cancel()
  })

  test('come whole, the empty ones among them', async () => {
    async function* texts() {
      for (const text of ['', 'one', '', '', 'two', '']) yield text
    }
    expect(await new Response(textStream(texts(), 'failed')).text()).toBe('onetwo')
  })

  test('are read no further for a reader who went away, which is no failure', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { seen, texts } = counted()
    const reader = textStream(texts, 'failed').getReader()
    await reader.read()
    await reader.cancel()
    expect(seen.ended).toBe(true)
    const { made } = seen
    await settled()
    expect(seen.made).toBe(made)
    expect(logged).not.toHaveBeenCalled()
  })

  test('break off where one cannot be made, and the log says so', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    async function* texts() {
      yield 'half'
      throw new TypeError('the rest is gone')
    }
    await expect(new Response(textStream(texts(), 'list_failed')).text()).rejects.toThrow('the rest is gone')
    expect(logged.mock.calls.map(([line]) => JSON.parse(line).event)).toEqual(['list_failed'])
  })
})
