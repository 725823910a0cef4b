import { expect, test } from 'vitest'
import { CitedText } from '~/provider/openai/cited-text.ts'

test('a report that is written anew with each step is said once it stands', () => {
  const text = new CitedText()
  text.replace('1 of 2 files')
  text.replace('2 of 2 files')
  expect(text.append(' are done.')).toBe('')
  expect(text.end()).toBe('2 of 2 files are done.')
  expect(text.said).toBe('2 of 2 files are done.')
})

test('what was said stands when the answer is written anew', () => {
  const text = new CitedText()
  expect(text.append('A draft [:')).toBe('A draft ')
  text.replace('The result [:&2]')
  expect(text.end()).toBe('\n\nThe result [2]')
  const sources = [{ id: 2, type: 'web' as const, name: 'A page', url: 'https://a.example/' }]
  expect(text.citations(sources, 'https://chat.example')).toEqual([
    { url: 'https://a.example/', title: 'A page', start_index: 21, end_index: 24 },
  ])
  expect(text.said.slice(21, 24)).toBe('[2]')
})

test('a bracket that begins no marker is said with what follows it', () => {
  const text = new CitedText()
  expect(['See [', 'a](b) [', ':&', '1', '2] [:', ')'].map((delta) => text.append(delta))).toEqual([
    'See ',
    '[a](b) ',
    '',
    '',
    '[12] ',
    '[:)',
  ])
})
