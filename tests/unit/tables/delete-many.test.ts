import { describe, expect, it } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { deleteMany } from '~/web/tables/delete-rows-dialog.tsx'

const rows = Array.from({ length: 9 }, (_, index) => ({ id: index + 1 }))

describe('deleting rows', () => {
  it('deletes each once, four at a time', async () => {
    const deleted: number[] = []
    let running = 0
    let most = 0
    const failed = await deleteMany(rows, async (id) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      deleted.push(id)
    })
    expect(deleted.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(most).toBe(4)
    expect(failed).toEqual([])
  })

  it('gives what could not be deleted and goes on with the rest', async () => {
    const deleted: number[] = []
    const failed = await deleteMany(rows, async (id) => {
      if (id === 2 || id === 8) throw new ApiError('operation_not_authorized')
      deleted.push(id)
    })
    expect(failed.map(({ id }) => id)).toEqual([2, 8])
    expect(deleted).toHaveLength(7)
  })

  it('takes a row that is gone already for deleted', async () => {
    const failed = await deleteMany([{ id: 1 }], () =>
      Promise.reject(new ApiError('does_not_exist', { entity: 'file' })),
    )
    expect(failed).toEqual([])
  })
})
