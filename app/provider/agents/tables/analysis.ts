import type { Attachment, Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { TablesStub } from '~/provider/sandbox/stub.ts'
import type { QueryResult, Table } from '~/provider/sandbox/table.ts'
import type { AgentTask } from '../agent.ts'
import type { Chart } from '../charts/chart-spec.ts'
import { chartFiles } from '../charts/chart-files.ts'
import { resultTable, sqlBlock } from './show.ts'

/** Charts of one answer. */
const maxCharts = 4

/** One answer's work on its tables: what was asked of them, and what came out. */
export class Analysis {
  /** Of charts, each picture with its data. */
  readonly attachments: Attachment[] = []
  /** The tables, each by the place that cites it. */
  readonly references: Reference[]
  private readonly queries: string[] = []
  private readonly read = new Set<string>()
  private result: QueryResult | undefined

  constructor(
    readonly tables: Table[],
    readonly task: AgentTask,
    readonly locale: Language,
    private readonly sandbox: TablesStub,
  ) {
    this.references = tables.map(({ file_id, file_name, page }, index) => ({
      id: index + 1,
      type: 'document',
      name: file_name,
      file_id,
      page_number: page,
    }))
  }

  /** Runs a query, to be shown where `shown`; a refusal says why. */
  async ask(sql: string, { shown = true } = {}): Promise<QueryResult | { refused: string }> {
    const fileIds = this.tables.map(({ file_id }) => file_id)
    const result = await this.sandbox.query(sql, fileIds)
    this.task.signal.throwIfAborted()
    if (!shown || 'refused' in result) return result
    this.result = result
    this.note(sql, result)
    return result
  }

  /** Draws a chart of a query's result; says what hinders, where something does. */
  async draw(sql: string, wanted: Omit<Chart, 'columns' | 'rows'>): Promise<string | undefined> {
    if (this.attachments.length >= 2 * maxCharts) return `There are ${maxCharts} charts already.`
    const result = await this.ask(sql, { shown: false })
    if ('refused' in result) return result.refused
    const files = await chartFiles({ ...wanted, columns: result.columns, rows: result.rows }, this.task)
    if ('hindered' in files) return files.hindered
    this.note(sql, result)
    const about = { title: wanted.title }
    const descriptions = [m.tables_chart_description(about, this), m.tables_chart_data(about, this)]
    for (const [index, file] of files.made.entries()) {
      this.attachments.push(await this.task.store({ ...file, description: descriptions[index]!, source: 'sandbox' }))
    }
    return undefined
  }

  /** The last result as a table with its sources, and every query that led to what is shown. Empty where none ran. */
  shown(): string {
    if (this.queries.length === 0) return ''
    const { locale } = this
    const cited = this.tables.flatMap(({ name }, index) => (this.read.has(name) ? [`[:&${index + 1}]`] : [])).join('')
    return [
      ...(this.result ? [`**${m.tables_result({}, { locale })}**`, resultTable(this.result, locale)] : []),
      `**${m.tables_queries({}, { locale })}** ${cited}`,
      sqlBlock(this.queries),
    ].join('\n\n')
  }

  private note(sql: string, { tables }: QueryResult) {
    if (!this.queries.includes(sql)) this.queries.push(sql)
    for (const table of tables) this.read.add(table)
  }
}
