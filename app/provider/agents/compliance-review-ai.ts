import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { answered, answeredAgain } from '~/provider/documents/ask-reader.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { attachedTexts } from './attached-texts.ts'
import { type DocumentText, documentText } from './compliance/document-text.ts'
import type { Finding, Review, Rule } from './compliance/finding.ts'
import { decideByWords, judgeBuiltin, passagesOfRule } from './compliance/judge-builtin.ts'
import { judgeWithModel, rulesAtOnce } from './compliance/judge-with-model.ts'
import { organizationRules } from './compliance/organization-rules.ts'
import type { Report } from './compliance/report.ts'
import { reportCsv } from './compliance/report-csv.ts'
import { rulePassages } from './compliance/rule-passages.ts'
import { sectionOf } from './compliance/section.ts'

/** Requests to a model that a review makes at most: as many as are answered in the time of an answer. */
const maxRequests = 90
/** Rules that are held against documents at most, all documents together. */
const maxChecks = maxRequests * rulesAtOnce
/** Rows of the answer: of all documents together, and of each of many. The report has all. */
const rows = { all: 60, each: 10 }

/** Holds each rule of the organisation against each attached file: met, violated or unclear, with words quoted from its pages, and as a report. */
export const complianceReviewAi: Agent = async function* (task) {
  const locale = questionLanguage(task.question)
  const rules = await organizationRules(task.db, task.organizationId)
  const { texts, cut } = await attachedTexts(task)
  if (texts.length === 0) return yield { delta: m.compliance_no_files({}, { locale }) }
  if (rules.length === 0) {
    const path = `${m.nav_admin({}, { locale })} › ${m.nav_admin_agents({}, { locale })}`
    return yield { delta: m.compliance_no_rules({ path }, { locale }) }
  }

  const share = { checks: Math.floor(maxChecks / texts.length), requests: Math.floor(maxRequests / texts.length) }
  const checked = rules.slice(0, share.checks)
  const shown = Math.max(rows.each, Math.floor(rows.all / texts.length))
  const reviews: Review[] = []
  const references: Reference[] = []
  let written = `${m.compliance_lead({ rules: checked.length, documents: texts.length }, { locale })}\n\n`
  yield { delta: written }
  for (const text of texts) {
    const document = documentText(text, !cut)
    const { findings, notes } = yield* reviewOf({ ...task, locale }, document, checked, share.requests)
    const review = { file_id: text.file_id, file_name: text.file_name, findings, notes }
    reviews.push(review)
    written += `${sectionOf(review, references, shown, locale)}\n\n`
    if (references.length > 0) yield { references }
    // In place of the words on progress.
    yield { text: written }
  }
  const notes = notesOn({ model: task.model?.name, cut, left: rules.length - checked.length }, locale)
  yield* reported(task, { reviews, at: Date.now(), notes, locale })
  yield { delta: notes.map((note) => `*${escapeMarkdown(note)}*`).join('\n\n') }
}

type Reviewed = Pick<Review, 'findings' | 'notes'>

async function* reviewOf(
  task: AgentTask & { locale: Language },
  document: DocumentText,
  rules: Rule[],
  requests: number,
): AsyncGenerator<AgentEvent, Reviewed> {
  const { model, locale } = task
  if (document.pages.length === 0) return { findings: [], notes: [m.compliance_no_text({}, { locale })] }
  if (!model) {
    const passages = rulePassages(rules, document, passagesOfRule)
    const findings: Finding[] = []
    for (const rule of rules) {
      findings.push(judgeBuiltin(rule, document, passages.get(rule.number)!, locale))
      // Lets the run hear of being stopped.
      await scheduler.wait(0, { signal: task.signal })
    }
    return { findings, notes: [] }
  }
  const decided = rules.flatMap((rule) => decideByWords(rule, document, locale) ?? [])
  const open = rules.filter(({ number }) => !decided.some(({ rule }) => rule.number === number))
  const { findings, whole } = yield* judgeWithModel({ ...task, model }, open, document, requests)
  const notes = whole ? [] : [m.compliance_by_passages({}, { locale })]
  return { findings: [...decided, ...findings], notes }
}

async function* reported({ store, reader }: AgentTask, report: Report): AsyncGenerator<AgentEvent> {
  const { reviews, locale } = report
  const name = m.compliance_file_name({}, { locale })
  const description = m.compliance_description({ documents: reviews.length }, { locale })
  const bytes = await answeredAgain(() => answered(reader.writeReport(report)))
  const attachments = [
    await store({ name: `${name}.docx`, bytes, description }),
    await store({ name: `${name}.csv`, bytes: reportCsv(report), description }),
  ]
  yield { attachments }
  yield { delta: `${m.compliance_done({}, { locale })}\n\n` }
}

/** What a reader has to know of the whole review; `left` are the rules that were not checked. */
function notesOn(
  { model, cut, left }: { model: string | undefined; cut: boolean; left: number },
  locale: Language,
): string[] {
  return [
    model === undefined ? m.compliance_builtin({}, { locale }) : m.compliance_by_model({ model }, { locale }),
    ...(left > 0 ? [m.compliance_left({ rules: left }, { locale })] : []),
    ...(cut ? [m.analysis_cut({}, { locale })] : []),
  ]
}
