import { describe, expect, it } from 'vitest'
import { fileProblem, fitting, questionProblem } from '~/web/chat/composer/check-question.ts'
import { storedFile, uploading } from '../harness/drafts.ts'

const MB = 1024 * 1024
const limits = { files_per_message: 3, file_bytes: 100 * MB, total_file_bytes: 100 * MB }
const ask = (change: Partial<Parameters<typeof questionProblem>[0]>) =>
  questionProblem({ text: 'Why?', agent: 'auto_ai', files: [], ...change }, limits)

describe('a question', () => {
  it('needs words', () => {
    expect(ask({ text: '' })).toBe('empty_question')
    expect(ask({ text: ' \n\u3000' })).toBe('empty_question')
    expect(ask({})).toBeUndefined()
  })

  it('can be as long as the contract says, and no longer', () => {
    expect(ask({ text: 'x'.repeat(200_000) })).toBeUndefined()
    expect(ask({ text: 'x'.repeat(200_001) })).toBe('question_too_long')
  })

  it.each(['analysis_ai', 'compliance_review_ai'] as const)('for %s needs a file', (agent) => {
    expect(ask({ agent })).toBe('no_files_selected')
    expect(ask({ agent, files: [storedFile(1)] })).toBeUndefined()
  })

  it('has to be written before its files are looked at', () => {
    expect(ask({ text: '', agent: 'analysis_ai' })).toBe('empty_question')
  })

  it('takes tables whose text is too long for data analysis alone', () => {
    const tables = { mime_type: 'text/csv', status: 'failed', status_reason: 'too_large' } as const
    const files = [storedFile(1, tables)]
    expect(ask({ files })).toBeUndefined()
    expect(ask({ files, agent: 'data_analysis_ai' })).toBeUndefined()
    expect(ask({ files, agent: 'search_ai' })).toBe('only_data_analysis')
    expect(ask({ files: [storedFile(1, { ...tables, size: 33 * MB })] })).toBe('file_not_read')
    expect(ask({ files: [storedFile(1, { ...tables, status_reason: 'damaged' })] })).toBe('file_not_read')
    expect(ask({ files: [storedFile(1, { ...tables, mime_type: 'application/pdf' })] })).toBe('file_not_read')
  })

  it('takes so many files and no more', () => {
    const files = [1, 2, 3].map((id) => storedFile(id))
    expect(ask({ files })).toBeUndefined()
    expect(ask({ files: [...files, storedFile(4)] })).toBe('too_many_files_selected')
  })

  it('takes 100 MB of files together, to the byte', () => {
    const half = storedFile(1, { size: 50 * MB })
    expect(ask({ files: [half, storedFile(2, { size: 50 * MB })] })).toBeUndefined()
    expect(ask({ files: [half, storedFile(2, { size: 50 * MB + 1 })] })).toBe('total_size_exceeded')
    expect(ask({ files: [storedFile(1, { size: 100 * MB + 1 })] })).toBe('file_too_large')
  })

  it('does not go with a file that could not be read, and may wait for one that is on its way', () => {
    expect(ask({ files: [storedFile(1, { status: 'failed' })] })).toBe('file_not_read')
    expect(ask({ files: [uploading(1), storedFile(2, { status: 'pending' })] })).toBeUndefined()
  })

  it('leaves the limits to the server as long as they are not known', () => {
    const files = [1, 2, 3, 4].map((id) => storedFile(id))
    expect(questionProblem({ text: 'Why?', agent: 'auto_ai', files }, undefined)).toBeUndefined()
  })
})

describe('a file', () => {
  it('is refused for its own size, for the number of files, and for the size of all', () => {
    expect(fileProblem({ size: 100 * MB + 1 }, [], limits)).toBe('file_too_large')
    expect(fileProblem({ size: 1 }, [{ size: 1 }, { size: 1 }, { size: 1 }], limits)).toBe('file_limit_reached')
    expect(fileProblem({ size: 2 }, [{ size: 100 * MB - 1 }], limits)).toBe('total_size_exceeded')
    expect(fileProblem({ size: 1 }, [{ size: 100 * MB - 1 }], limits)).toBeUndefined()
  })

  it('of several dropped at once joins as long as there is room, and each reason is said once', () => {
    const offered = [{ size: 200 * MB }, { size: 1 }, { size: 2 }, { size: 3 }, { size: 4 }]
    const { taken, problems } = fitting(offered, [{ size: 1 }], limits)
    expect(taken).toEqual([{ size: 1 }, { size: 2 }])
    expect([...problems]).toEqual(['file_too_large', 'max_files_exceeded'])
  })
})
