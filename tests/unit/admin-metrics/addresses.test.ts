import { expect, test } from 'vitest'
import { metricNameOf } from '~/web/admin/metrics/metric-labels.ts'
import { metricsSearch } from '~/web/admin/metrics/metrics-search.ts'
import { quotaOf } from '~/web/admin/metrics/set-quota.tsx'
import { keywordsSearch } from '~/web/admin/keywords/keywords-search.ts'
import { overwriteGetLocale } from '~/paraglide/runtime'

test("the metrics' address is read, and each bad value is the default", () => {
  expect(metricsSearch({ page: 3, name: 'tokens', month: '2026-02', chart: 'stored_bytes' })).toEqual({
    page: 3,
    name: 'tokens',
    month: '2026-02',
    chart: 'stored_bytes',
  })
  for (const bad of [
    { page: -1, name: ' ', month: '2026-13', chart: 'toString' },
    { page: 1e9, name: {}, month: 202611, chart: 'questions' },
    { page: 'x', name: null, month: '2026-1', chart: ['questions'] },
  ]) {
    expect(metricsSearch(bad)).toEqual({ page: undefined, name: undefined, month: undefined, chart: undefined })
  }
})

test("the rules' address is read, and each bad value is the default", () => {
  expect(keywordsSearch({ page: 2, keyword: 2026 })).toEqual({ page: 2, keyword: '2026' })
  for (const bad of [
    { page: 1.5, keyword: [] },
    { page: -3, keyword: '  ' },
  ]) {
    expect(keywordsSearch(bad)).toEqual({ page: undefined, keyword: undefined })
  }
})

test('a metric is found by its name in the language of the page, and by the name that the API knows', () => {
  overwriteGetLocale(() => 'en')
  expect(metricNameOf('Token')).toBe('input_tokens,output_tokens')
  expect(metricNameOf('stored b')).toBe('stored_bytes')
  expect(metricNameOf('stored_b')).toBe('stored_b')
  overwriteGetLocale(() => 'ja')
  expect(metricNameOf('トークン')).toBe('input_tokens,output_tokens')
  expect(metricNameOf('ﾄｰｸﾝ')).toBe('input_tokens,output_tokens')
  expect(metricNameOf('tokens')).toBe('tokens')
})

test('a quota is written with digits of any width, grouped or not, or left out', () => {
  expect(['5000', '5,000', '５０００', ' 5 000 ', '0'].map(quotaOf)).toEqual([5000, 5000, 5000, 5000, 0])
  expect(quotaOf('  ')).toBeNull()
  expect(['-1', '1.5', 'many', '99999999999999999999'].map(quotaOf)).toEqual(Array(4).fill(undefined))
})
