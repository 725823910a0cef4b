import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { Table, type TableColumn, type TableProps } from '~/ui/table/table.tsx'

overwriteGetLocale(() => 'en')

interface Row {
  id: number
  email: string
}

const columns: TableColumn<Row>[] = [
  { accessorKey: 'id', header: 'ID' },
  { accessorKey: 'email', header: 'Email', meta: { sort: 'email', fill: true } },
]
const data = [
  { id: 4, email: 'a@example.com' },
  { id: 5, email: 'b@example.com' },
]
const list = { data, total: 2, page: 1, pages: 1, page_size: 20 }

const html = (props: Partial<TableProps<Row>>) =>
  renderToStaticMarkup(
    <Table name="users" columns={columns} rowId={({ id }) => id} list={list} onRetry={() => {}} {...props} />,
  )

const count = (text: string, part: string) => text.split(part).length - 1

test('a list that loads is six rows of skeleton, and no count', () => {
  const drawn = html({ list: undefined })
  expect(count(drawn, 'data-skeleton')).toBe(6)
  expect(drawn).toContain('aria-busy="true"')
  expect(drawn).not.toContain('Showing')
})

test('a failure is a row that says it, with a way to try again, over what was there before', () => {
  const drawn = html({ error: 'The service is not available right now' })
  expect(drawn).toMatch(/role="alert"[^>]*>The service is not available right now<button[^]*Try again/)
  expect(drawn).toContain('a@example.com')
  expect(html({ error: 'No', list: undefined })).not.toContain('data-skeleton')
})

test('an empty list says so', () => {
  const drawn = html({ list: { ...list, data: [], total: 0 } })
  expect(drawn).toContain('No items found')
  expect(drawn).not.toContain('Showing')
})

test('the rows are counted under the name of what they are', () => {
  expect(html({})).toContain('Showing 1-2 of 2 users')
})

test('without a selection there are no boxes, with one only for rows that can be selected', () => {
  expect(html({})).not.toContain('type="checkbox"')
  const selection = {
    rows: [],
    idOf: ({ id }: Row) => id,
    state: { 5: true as const },
    change: () => {},
    clear: () => {},
    drop: () => {},
    canSelect: ({ id }: Row) => id === 5,
    nameOf: ({ email }: Row) => email,
  }
  const drawn = html({ selection })
  expect(drawn).toContain('aria-label="Select b@example.com"')
  expect(drawn).not.toContain('aria-label="Select a@example.com"')
  expect(count(drawn, 'data-selected="true"')).toBe(1)
})

test.each([
  ['email', 'ascending'],
  ['-email', 'descending'],
  ['-created', 'none'],
])('a column that sorts says how: %s', (value, said) => {
  const drawn = html({ sort: { value, onSort: () => {} } })
  expect(drawn).toMatch(new RegExp(`<th scope="col" aria-sort="${said}"[^>]*><button[^>]*>Email`))
  expect(count(drawn, 'aria-sort')).toBe(1)
})

test('no column sorts where the list cannot be', () => {
  expect(html({})).not.toMatch(/aria-sort|<th[^>]*><button/)
})

test('a list that was counted up to a bound says that there are more', () => {
  expect(html({ list: { ...list, total: 1000, more: true } })).toContain('Showing 1-2 of 1,000+ users')
  expect(html({ list: { ...list, total: 1_234_567 } })).toContain('Showing 1-2 of 1,234,567 users')
})
