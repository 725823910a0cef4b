import { describe, expect, it } from 'vitest'
import { changeOf } from '~/web/files/library/file-change.ts'

const file = { name: '報告.pdf', properties: { description: 'Old' }, source_type: 'generated' as const }
const uploaded = { ...file, source_type: 'upload' as const }
const crawled = { ...file, source_type: 'integration' as const }

describe('what is sent to change a file', () => {
  it('is nothing where nothing differs but blanks', () => {
    expect(changeOf(file, { name: ' 報告.pdf ', description: 'Old\n' })).toBeUndefined()
    expect(changeOf({ ...file, properties: {} }, { name: '報告.pdf', description: ' ' })).toBeUndefined()
  })

  it('is the trimmed name alone where only that differs', () => {
    expect(changeOf(file, { name: ' 議事録.pdf ', description: 'Old' })).toEqual({ name: '議事録.pdf' })
  })

  it('has the description, also an emptied one', () => {
    expect(changeOf(uploaded, { name: file.name, description: 'New' })).toEqual({ description: 'New' })
    expect(changeOf(file, { name: file.name, description: 'New' })).toEqual({ description: 'New' })
    expect(changeOf(file, { name: 'a', description: '' })).toEqual({ name: 'a', description: '' })
  })

  it('never has the description of a crawled page', () => {
    expect(changeOf(crawled, { name: file.name, description: 'New' })).toBeUndefined()
    expect(changeOf(crawled, { name: 'a', description: 'New' })).toEqual({ name: 'a' })
  })

  it('never has a name that is empty, though that is a change', () => {
    expect(changeOf(uploaded, { name: '  ', description: 'Old' })).toEqual({})
  })
})
