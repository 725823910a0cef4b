import { describe, expect, it } from 'vitest'
import {
  attachmentsOf,
  type Draft,
  emptyDraft,
  keepable,
  merged,
  withFiles,
  withQueued,
  withReturned,
} from '~/web/chat/composer/draft.ts'
import { question, storedFile, uploading } from '../harness/drafts.ts'

const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change })

describe('a draft', () => {
  it('gives its text and files to a queued question and keeps the chosen agent', () => {
    const asked = question('a', { text: 'typed', files: [storedFile(1)] })
    const before = draft({ text: 'typed', files: [storedFile(1)], agent: 'search_ai' })
    expect(withQueued(before, asked)).toEqual(draft({ agent: 'search_ai', queue: [asked] }))
  })

  it('takes questions back in order, before what was typed since, each file once', () => {
    const queue = [question('a', { files: [storedFile(1)] }), question('b', { files: [storedFile(1), storedFile(2)] })]
    const after = withReturned(draft({ text: 'typed since', files: [storedFile(2)], queue }), queue)
    expect(after.text).toBe('question a\n\nquestion b\n\ntyped since')
    expect(after.files.map(({ id }) => id)).toEqual([1, 2])
    expect(after.queue).toEqual([])
  })

  it('asks what came back unanswered under its key, as long as nothing of it is changed and nothing else was asked', () => {
    const lost = question('lost', { sent: true, files: [storedFile(1)] })
    const back = withReturned(draft({ queue: [lost] }), [lost])
    const keyOf = (before: Draft, change: object) =>
      withQueued(before, { ...lost, id: 'new', ...change }).queue.at(-1)!.id
    expect(keyOf(back, {})).toBe('lost')
    for (const change of [{ text: 'else' }, { agent: 'search_ai' }, { model: 'other' }, { files: [] }])
      expect(keyOf(back, change)).toBe('new')
    expect(keyOf(withQueued(back, question('else')), {})).toBe('new')
  })

  it('keeps the other queued questions when one is taken back', () => {
    const queue = [question('a'), question('b')]
    expect(withReturned(draft({ queue }), [queue[0]!])).toMatchObject({ text: 'question a', queue: [{ id: 'b' }] })
  })

  it('keeps the words of both when it is put before another', () => {
    expect(merged(draft({ text: 'one', agent: 'chat_ai' }), draft({ text: 'two' }))).toMatchObject({
      text: 'one\n\ntwo',
      agent: 'chat_ai',
    })
  })

  it('is kept beyond the page view without what is still being uploaded, and no question goes without its file', () => {
    const queue = [question('a'), question('b', { files: [uploading(1)] }), question('c')]
    const kept = keepable(draft({ text: 'typed', files: [storedFile(5), uploading(2)], queue }))
    expect(kept.queue.map(({ id }) => id)).toEqual(['a'])
    expect(kept.text).toBe('question b\n\nquestion c\n\ntyped')
    expect(kept.files.map(({ id }) => id)).toEqual([5])
  })

  it('changes files in the box and in the queue alike, and stays the same where there is nothing to change', () => {
    const before = draft({ files: [uploading(1)], queue: [question('a', { files: [uploading(1)] })] })
    const after = withFiles(before, (file) => (file.upload === 1 ? storedFile(9) : file))
    expect([after.files[0]!.id, after.queue[0]!.files[0]!.id]).toEqual([9, 9])
    expect(withFiles(after, (file) => file)).toBe(after)
  })

  it('sends only what is stored', () => {
    expect(attachmentsOf([storedFile(3), uploading(1)])).toEqual([
      { id: 3, name: '3.pdf', mime_type: 'application/pdf', size: 1000 },
    ])
  })
})
