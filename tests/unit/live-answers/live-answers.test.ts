import { afterEach, expect, test, vi } from 'vitest'
import { recorded } from '../harness/replay.ts'
import { inBrowser } from '../harness/browser.ts'
import {
  liveAnswer,
  newLiveAnswer,
  onLiveChange,
  removeLiveAnswer,
  setLiveAnswer,
  updateLiveAnswer,
  withEvent,
} from '~/web/chat/answers/live-answers.ts'

const browser = inBrowser()
afterEach(() => removeLiveAnswer(7))

const blank = newLiveAnswer('auto_ai')

/** Counts how often readers are told. */
function listening() {
  const told = vi.fn()
  onTestEnd.push(onLiveChange(told))
  return told
}
const onTestEnd: (() => void)[] = []
afterEach(() => onTestEnd.splice(0).forEach((end) => end()))

const say = (delta: string) => updateLiveAnswer(7, (answer) => ({ ...answer, text: answer.text + delta }))

test('readers are told of more text once a frame, however many events bring it', () => {
  setLiveAnswer(7, blank)
  const told = listening()
  for (let event = 0; event < 1000; event++) say('x')
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(16)
  expect(told).toHaveBeenCalledOnce()
  expect(liveAnswer(7)?.text).toHaveLength(1000)
})

test('that an answer ends is told at once, in a hidden tab too, with all of its text', () => {
  setLiveAnswer(7, blank)
  browser.hide()
  const told = listening()
  for (let event = 0; event < 1000; event++) say('x')
  expect(told).not.toHaveBeenCalled()
  updateLiveAnswer(7, (answer) => withEvent(answer, { id: 9, event: 'done', data: { entry_id: 3 } }))
  expect(told).toHaveBeenCalledOnce()
  expect(liveAnswer(7)).toMatchObject({ status: 'done', entryId: 3 })
  expect(liveAnswer(7)?.text).toHaveLength(1000)
})

test('an answer that is gone stays gone', () => {
  say('late')
  expect(liveAnswer(7)).toBeUndefined()
})

test('the stored text replaces what was read, whatever that was', () => {
  const [first] = recorded('builtin')
  const read = [first!, { id: 2, event: 'data', data: { delta: 'half a' } } as const].reduce(withEvent, blank)
  expect(withEvent(read, { id: 3, event: 'data', data: { text: 'half a word' } }).text).toBe('half a word')
})
