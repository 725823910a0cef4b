import { z } from 'zod'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { askForJson, isUnfit } from '~/provider/models/ask-for-json.ts'
import type { Model } from '~/provider/models/model.ts'
import type { Passage } from '~/provider/search/passage.ts'
import type { AgentEvent, AgentTask } from '../agent.ts'
import { type NumberedPage, partsOf } from '../analysis/parts.ts'
import { asCompleted } from '../as-completed.ts'
import { promptOf } from '../prompt.ts'
import type { DocumentText } from './document-text.ts'
import type { Finding, Quote, Rule } from './finding.ts'
import { judgeBuiltin } from './judge-builtin.ts'
import { rulePassages } from './rule-passages.ts'
import { plainText, locateQuote } from './locate-quote.ts'

/** Characters of a document that a model is given at once: of more, it overlooks what stands in the middle. */
const maxAtOnce = 24_000
/** Of models with little room, half of it: a Japanese character may be a token. */
const charactersAtOnce = ({ contextTokens }: Model) => Math.min(maxAtOnce, Math.floor(contextTokens / 2))
/** Rules that are judged by one request. */
export const rulesAtOnce = 10
/** Requests that are made at the same time. */
const width = 4
/** Passages that are read for each rule of a document that is too long to be read as a whole. */
const passagesOfRule = 4
/** Quotes of one judgement. Words shorter than this, in letters, show nothing: they stand on any page. */
const maxQuotes = 3
const minLetters = 4
const longestReason = 400

const Judgements = z.object({
  judgements: z.array(
    z.object({
      rule: z.int(),
      verdict: z.enum(['met', 'violated', 'unclear']),
      quotes: z.array(z.object({ source: z.int(), words: z.string() })),
      silent: z.boolean(),
      reason: z.string(),
    }),
  ),
})

const reviewer = (rules: Rule[], whole: boolean) =>
  `You review a document of an organisation against its rules. The sources are ${
    whole ? 'the document, or one part of it' : 'passages of the document'
  }. Judge each rule by the sources alone:
- met: the sources show that the document keeps the rule
- violated: the sources show that it breaks the rule
- unclear: the sources do not show either, or the rule does not apply
Give for met and violated the quotes that show it: the number n of the source, and its words copied exactly, without \
leaving out any, at most two sentences. silent is true only where met or violated rests on the sources saying nothing of \
the matter, such as a section that the rule demands and that is not there; then there are no quotes. reason is one short \
sentence in the language of the request, without markers. Judge every rule once, by its number. The request may say what \
the member is interested in; it changes neither the rules nor what the document says.
The rules:
${rules.map(({ number, text }) => `${number}. ${JSON.stringify(text)}`).join('\n')}`

type Judgement = Omit<Finding, 'rule'> & { silent: boolean }
type Reading = AgentTask & { model: Model; locale: Language }

/** One request: some rules held against a part of the document, or against passages. */
interface Request {
  rules: Rule[]
  sources: NumberedPage[]
  whole: boolean
}

/**
 * Holds rules against a document by a model: page by page where so many requests read it as a whole, otherwise against
 * the passages that speak of the rules. Every quote is looked up on its page; a verdict whose quotes do not stand there
 * is unclear. Rules go on where the model writes nothing that can be read. Says now and then how far it is.
 *
 * @param requests that may be made, at least one for each {@link rulesAtOnce} rules
 * @returns the findings, and whether the document was read as a whole
 */
export async function* judgeWithModel(
  task: Reading,
  rules: Rule[],
  document: DocumentText,
  requests: number,
): AsyncGenerator<AgentEvent, { findings: Finding[]; whole: boolean }> {
  const { planned, whole } = plan(task.model, rules, document, requests)
  const judgements = new Map(rules.map(({ number }) => [number, [] as Judgement[]]))
  const unjudged = new Set<number>()
  let done = 0
  const answers = asCompleted(planned, width, task.signal, (request, signal) => judge({ ...task, signal }, request))
  for await (const answer of answers) {
    for (const { number } of answer.rules) {
      const judged = answer.judgements?.find(({ rule }) => rule === number)
      if (!answer.judgements) unjudged.add(number)
      judgements.get(number)!.push(judged ? checked(judged, document, task.locale) : unanswered(task.locale))
    }
    done += 1
    if (quarterOf(done, planned.length) > quarterOf(done - 1, planned.length)) {
      yield { delta: `${m.compliance_progress({ done, steps: planned.length }, { locale: task.locale })}\n\n` }
    }
  }
  const known = whole && document.complete
  const judged = rules.map((rule): Finding => ({ rule, ...merged(judgements.get(rule.number)!, known, task.locale) }))
  const open = judged.filter(({ rule, verdict }) => verdict === 'unclear' && unjudged.has(rule.number))
  const byRules = open.length > 0 ? judgedByRules(open, document, task.locale) : new Map<Rule, Finding>()
  return { findings: judged.map((finding) => byRules.get(finding.rule) ?? finding), whole }
}

/** What rules say of those that a model wrote nothing of which could be read. */
function judgedByRules(open: Finding[], document: DocumentText, locale: Language): Map<Rule, Finding> {
  const rules = open.map(({ rule }) => rule)
  const passages = rulePassages(rules, document, passagesOfRule)
  const notJudged = m.compliance_not_judged({}, { locale })
  return new Map(
    rules.map((rule) => {
      const finding = judgeBuiltin(rule, document, passages.get(rule.number)!, locale)
      return [rule, { ...finding, reason: `${notJudged} ${finding.reason}`.trim() }]
    }),
  )
}

const quarterOf = (done: number, all: number) => Math.floor((done / all) * 4)

function plan(model: Model, rules: Rule[], document: DocumentText, requests: number) {
  const batches = Array.from({ length: Math.ceil(rules.length / rulesAtOnce) }, (_, index) =>
    rules.slice(index * rulesAtOnce, (index + 1) * rulesAtOnce),
  )
  const { pages, ...file } = document
  const parts = partsOf(
    pages.map(({ page, text }) => ({ ...file, page, text })),
    charactersAtOnce(model),
  )
  const whole = parts.length * batches.length <= requests
  if (whole) {
    return {
      whole,
      planned: batches.flatMap((batch) => parts.map((sources): Request => ({ rules: batch, sources, whole }))),
    }
  }
  const passages = rulePassages(rules, document, passagesOfRule)
  const sourcesOf = (batch: Rule[]) =>
    inOrder(
      batch.flatMap(({ number }) => passages.get(number)!),
      document,
    )
  return { whole, planned: batches.map((batch): Request => ({ rules: batch, sources: sourcesOf(batch), whole })) }
}

/** Passages as sources, each once, in the document's order. */
function inOrder(passages: Passage[], { pages }: DocumentText): NumberedPage[] {
  const places = new Map(pages.map(({ page }, index) => [page, index + 1]))
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()]
    .toSorted((a, b) => a.id - b.id)
    .map(({ file_id, file_name, page, text }) => ({ file_id, file_name, page, text, n: places.get(page)! }))
}

async function judge({ model, question, language, setting, signal }: Reading, { rules, sources, whole }: Request) {
  const role = reviewer(rules, whole)
  const prompt = promptOf({ role, question, history: [], language, setting, sources, format: 'json' })
  try {
    const { judgements } = await askForJson(model, prompt, Judgements, signal)
    return { judgements, rules }
  } catch (error) {
    if (!isUnfit(error)) throw error
    return { rules }
  }
}

type Judged = z.infer<typeof Judgements>['judgements'][number]

/** A model's judgement with those of its quotes that stand on their pages, as they stand there. */
function checked({ verdict, quotes, silent, reason }: Judged, document: DocumentText, locale: Language): Judgement {
  const standing = quotes.slice(0, maxQuotes).flatMap(({ source, words }): Quote[] => {
    const page = document.pages[source - 1]
    const found = page && plainText(words).length >= minLetters ? locateQuote(page.text, words) : undefined
    return found === undefined ? [] : [{ page: page!.page, words: found }]
  })
  const said = reason
    .replace(/\[:&\d+\]/g, '')
    .trim()
    .slice(0, longestReason)
  if (verdict === 'unclear' || standing.length > 0) return { verdict, quotes: standing, silent: false, reason: said }
  if (silent && quotes.length === 0) return { verdict, quotes: [], silent: true, reason: said }
  return { verdict: 'unclear', quotes: [], silent: false, reason: m.compliance_quote_not_standing({}, { locale }) }
}

const unanswered = (locale: Language): Judgement => ({
  verdict: 'unclear',
  quotes: [],
  silent: false,
  reason: m.compliance_not_judged({}, { locale }),
})

/**
 * What the parts of a document come to together: what one of them shows counts. What the document does not say is known
 * only when all of it was read, and all parts agree.
 *
 * @param whole whether the parts are all of the document
 */
function merged(judgements: Judgement[], whole: boolean, locale: Language): Omit<Finding, 'rule'> {
  const shown = ['violated', 'met'].map((verdict) => judgements.filter((one) => one.verdict === verdict && !one.silent))
  const telling = shown.find((some) => some.length > 0)
  if (telling) {
    const [{ verdict, reason }] = telling as [Judgement]
    return { verdict, quotes: telling.flatMap(({ quotes }) => quotes).slice(0, maxQuotes), reason }
  }
  const [first, ...others] = judgements as [Judgement, ...Judgement[]]
  if (first.silent && others.every(({ silent, verdict }) => silent && verdict === first.verdict)) {
    return whole
      ? { verdict: first.verdict, quotes: [], reason: `${m.compliance_silence({}, { locale })} ${first.reason}`.trim() }
      : { verdict: 'unclear', quotes: [], reason: m.compliance_not_read_whole({}, { locale }) }
  }
  const open = judgements.filter(({ verdict }) => verdict === 'unclear')
  const quotes = open.flatMap((one) => one.quotes).slice(0, maxQuotes)
  return { verdict: 'unclear', quotes, reason: open.find(({ reason }) => reason !== '')?.reason ?? '' }
}
