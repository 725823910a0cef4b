import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { composeAnswer } from '~/provider/builtin/compose-answer.ts'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { documentsIn, pageName } from '../bench/retrieval/collection/collection.ts'
import { archiveQuestions } from '../bench/retrieval/collection/archive-questions.ts'
import enArchive from '../bench/retrieval/collection/en-archive.txt?raw'
import en from '../bench/retrieval/collection/en.txt?raw'
import jaArchive from '../bench/retrieval/collection/ja-archive.txt?raw'
import ja from '../bench/retrieval/collection/ja.txt?raw'
import { questions, unanswerable } from '../bench/retrieval/collection/questions.ts'
import { qualityOf } from '../bench/retrieval/quality.ts'
import { seedFile, seedOrganization } from './harness/callers.ts'

/** The collections, each in an organisation of its own, with the pages' texts by file and number. */
const collections = {
  en: { text: en, groupId: 0 },
  ja: { text: ja, groupId: 0 },
  enArchive: { text: enArchive, groupId: 0 },
  jaArchive: { text: jaArchive, groupId: 0 },
}
type Collection = keyof typeof collections
const names = new Map<number, string>()
const pageTexts = new Map<string, string>()

beforeAll(async () => {
  for (const [language, collection] of Object.entries(collections)) {
    const { id: organizationId, groupId } = await seedOrganization(language, [{ email: `a@${language}.example` }])
    collection.groupId = groupId
    for (const { name, pages } of documentsIn(collection.text)) {
      const id = await seedFile({ organizationId, groupId, name })
      names.set(id, name)
      const numbered = pages.map((text, index) => ({ page: index + 1, text }))
      for (const { page, text } of numbered) pageTexts.set(`${id}/${page}`, text)
      await indexFile(env, { id, group_id: groupId, name }, numbered)
    }
  }
}, 60_000)

const find = (collection: Collection, text: string) =>
  findPassages(env, { text, groupIds: [collections[collection].groupId], limit: 20 })

const answer = async (language: 'en' | 'ja', question: string) =>
  composeAnswer(question, await find(language, question), {
    language,
    rarity: await termRarity(env, question, [collections[language].groupId]),
  })

/** What the search reaches today is 0.95, 0.96, 0.97 and 0.89; a change that costs more than 0.02 is to be looked at. */
const ranked = {
  en: { asked: questions.en, least: 0.93 },
  ja: { asked: questions.ja, least: 0.93 },
  enArchive: { asked: archiveQuestions.en, least: 0.94 },
  jaArchive: { asked: archiveQuestions.ja, least: 0.86 },
}

test.each(['en', 'ja', 'enArchive', 'jaArchive'] as const)(
  'Over the collection %s the right pages are ranked first as well as they were',
  async (collection) => {
    const { asked, least } = ranked[collection]
    const found: string[][] = []
    for (const { question } of asked) {
      found.push((await find(collection, question)).map(({ file_id, page }) => pageName(names.get(file_id)!, page)))
    }
    expect(qualityOf(asked, found).ndcg).toBeGreaterThan(least)
  },
)

describe.each(['en', 'ja'] as const)('over the %s collection', (language) => {
  test('every quotation of every built-in answer stands word by word on the page that it cites', async () => {
    let quotations = 0
    for (const { question } of questions[language]) {
      const { pieces, references } = await answer(language, question)
      const lines = pieces.join('').split('\n')
      for (const [, quoted = '', id] of lines.map((line) => /^[>-] (.+) \[:&(\d+)\]$/.exec(line) ?? [])) {
        if (quoted === '') continue
        const cited = references.find((reference) => reference.id === Number(id))!
        const said = quoted.replaceAll(/\\(?=[^\w\s])/g, '')
        expect(pageTexts.get(`${cited.file_id}/${cited.page_number}`), question).toContain(said)
        quotations++
      }
    }
    expect(quotations).toBeGreaterThan(questions[language].length / 2)
  })

  test('of eight questions that no page answers, six are said to be unanswered', async () => {
    const answered: string[] = []
    for (const question of unanswerable[language]) {
      const { verdict, pieces } = await answer(language, question)
      if (verdict === 'says') answered.push(`${question} -> ${pieces.join('')}`)
    }
    expect(unanswerable[language]).toHaveLength(8)
    expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(2)
  })
})
