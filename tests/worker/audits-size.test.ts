import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { appendRequest } from '~/provider/audits/append.ts'
import { newRequest, objectOf, organizationOf, withStorage } from './harness/audits.ts'
import { portionsOf, referenceOf } from './harness/sized-texts.ts'
import en from '../bench/retrieval/collection/en.txt?raw'
import enArchive from '../bench/retrieval/collection/en-archive.txt?raw'
import ja from '../bench/retrieval/collection/ja.txt?raw'
import jaArchive from '../bench/retrieval/collection/ja-archive.txt?raw'
import { seedOrganization } from './harness/callers.ts'

const kibibyte = 1024
/** Questions that are there already when bytes begin to be counted, and those whose bytes are. */
const counted = { before: 1000, of: 1000 }

const collections = { en: en + enArchive, ja: ja + jaArchive }

const isSealed = (id: number) =>
  withStorage(id, ({ sql }) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM texts').one().n === 0)

/** The question of each language: so many characters are answered, from eight sources. */
test.each([
  { language: 'en', characters: 1500, marked: 160 },
  { language: 'ja', characters: 700, marked: 60 },
] as const)(
  'a question ($language) takes half a KiB in the object and two in R2 at most',
  async ({ language, characters, marked }) => {
    const organization = await organizationOf((await seedOrganization(`size-${language}.test`, [])).id)
    const text = portionsOf(collections[language])
    const fill = async (first: number, last: number) => {
      for (let number = first; number <= last; number++) {
        await appendRequest(
          env,
          organization,
          newRequest({
            source: `answer:${number % 1000}:${number}`,
            user_id: number % 1000,
            user_email: `someone-${number % 1000}@organization.example`,
            conversation_id: number % 70,
            model: 'gpt-5.4-mini-2026-10',
            question: text(language === 'en' ? 60 : 25),
            answer: text(characters),
            refs: Array.from({ length: 8 }, (_, index) => referenceOf(index, text(marked))),
          }),
        )
      }
      await runDurableObjectAlarm(await objectOf(organization.id))
      await vi.waitUntil(() => isSealed(organization.id), { interval: 20, timeout: 20_000 })
    }
    const sizes = async () => {
      const { objects } = await env.FILES.list({ prefix: `audits/${organization.key}/` })
      return {
        sqlite: await withStorage(organization.id, ({ sql }) => sql.databaseSize),
        r2: objects.reduce((sum, { size }) => sum + size, 0),
      }
    }
    await fill(1, counted.before)
    const before = await sizes()
    await fill(counted.before + 1, counted.before + counted.of)
    const after = await sizes()
    const perQuestion = {
      sqlite: (after.sqlite - before.sqlite) / counted.of / kibibyte,
      r2: (after.r2 - before.r2) / counted.of / kibibyte,
    }
    console.info(language, perQuestion)
    expect(perQuestion.sqlite).toBeLessThanOrEqual(0.5)
    expect(perQuestion.r2).toBeLessThanOrEqual(2)
  },
  60_000,
)
