import font from '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf?url'
import { answered, answeredAgain } from '~/provider/documents/ask-reader.ts'
import { csvFile } from '~/provider/exports/csv.ts'
import type { AgentTask, MadeFile } from '../agent.ts'
import { type Chart, maxPoints, maxSeries } from './chart-spec.ts'

/** What draws charts, and where their font is. */
type Drawing = Pick<AgentTask, 'reader' | 'assets'>

/**
 * A chart as PNG and its data as CSV; or what hinders, in words that whoever asked for it can mend it by.
 * @throws ReaderFailed
 */
export async function chartFiles(
  chart: Chart,
  { reader, assets }: Drawing,
): Promise<{ made: MadeFile[] } | { hindered: string }> {
  const hindered = hindranceOf(chart)
  if (hindered) return { hindered }
  const name = chart.title.slice(0, 80)
  const bytes = await answeredAgain(async () => answered(reader.drawChart(chart, await fontOf(assets))))
  return {
    made: [
      { name: `${name}.png`, bytes },
      { name: `${name}.csv`, bytes: csvFile([chart.columns, ...chart.rows]) },
    ],
  }
}

function hindranceOf({ kind, x, y, series, columns, rows }: Chart): string | undefined {
  const unknown = [x, y, ...(series === undefined ? [] : [series])].find((name) => !columns.includes(name))
  if (unknown !== undefined) return `The result has no column ${unknown}. It has: ${columns.join(', ')}.`
  const values = (name: string) => rows.map((row) => row[columns.indexOf(name)] ?? null)
  const measured = kind === 'scatter' ? [...values(x), ...values(y)] : values(y)
  if (rows.length === 0) return 'The result has no rows.'
  if (!measured.some((value) => value !== null)) return `The column ${y} is empty.`
  if (measured.some((value) => typeof value === 'string')) return `The column ${y} does not hold numbers.`
  if (kind === 'pie' && measured.some((value) => Number(value) < 0)) return 'A pie has no negative parts.'
  const apart = series === undefined ? 1 : new Set(values(series)).size
  if (apart > maxSeries) return `The column ${series} has ${apart} values; at most ${maxSeries} can be told apart.`
  if (rows.length > maxPoints[kind] * (kind === 'bar' && series !== undefined ? 2 : 1)) {
    return `A ${kind} chart shows at most ${maxPoints[kind]} values; the result has ${rows.length} rows.`
  }
  return undefined
}

async function fontOf(assets: Fetcher): Promise<ReadableStream<Uint8Array>> {
  const { ok, status, body } = await assets.fetch(new URL(font, 'https://assets.local'))
  if (!ok || !body) throw new Error(`the font of charts is missing: ${status}`)
  return body
}
