import { post } from './calls.ts'
import type { RunningWorker } from '../workers.ts'
import type { Fill, Search } from './entry.ts'
import { type Language, rareWord, vocabularies } from './texts.ts'

const passages = 100_000
/** Passages of one file. */
const fileLength = 500
/** The group of the organisation has most files, and others of the same Worker the rest but one. */
const groups = { organization: 1, others: [2, 3, 4, 5, 6], small: 7 }
const goal = 5

/** Members by the groups they read: nearly all passages, and one file. */
const members = { 'reads most': [groups.organization, 2], 'reads one file': [groups.small] }

const limit = 20
/** Searches of one call, so that the call itself does not count. */
const rounds = 10
/** Milliseconds of processor time that each figure rests on; the kernel counts in steps of 10. */
const leastTime = 300

/** Fills an index with 100,000 passages, English and Japanese by turns. */
export async function fillIndex(url: string): Promise<void> {
  for (let fileId = 1; fileId <= passages / fileLength; fileId++) {
    const last = fileId > passages / fileLength - 2
    const other = groups.others[Math.floor(fileId / 4) % groups.others.length]!
    const fill: Fill = {
      fileId,
      groupId: last ? groups.small : fileId % 4 === 0 ? other : groups.organization,
      language: fileId % 2 === 0 ? 'en' : 'ja',
      from: (fileId - 1) * fileLength,
      to: fileId * fileLength,
    }
    await post(url, '/fill', fill)
  }
}

/** Questions by what makes them cheap or dear, the cheapest first. */
export const questionsOf = (language: Language) => {
  const blank = language === 'en' ? ' ' : 'の'
  const frequent = vocabularies[language]
  const some = (...ranks: number[]) => ranks.map((rank) => frequent[rank]).join(blank)
  return {
    'one rare word': rareWord[language],
    'the most frequent word': some(0),
    'five of the most frequent': some(0, 1, 2, 3, 4),
    'ten of the most frequent': some(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    'five frequent': some(30, 40, 60, 80, 100),
    'five less frequent': some(300, 400, 500, 700, 900),
    'one rare, four frequent': `${rareWord[language]}${blank}${some(0, 1, 5, 20)}`,
    'one of some frequency, four frequent': some(2500, 0, 1, 5, 20),
  }
}

/**
 * Searches of frequent words beside those of one rare word, by the same member, in processor time of workerd: that is the same
 * whatever else the machine does. The two take turns, since a machine's pace changes within minutes.
 */
export async function measureCost({ url, cpu }: Pick<RunningWorker, 'url' | 'cpu'>): Promise<boolean> {
  const spent = async (search: Pick<Search, 'text' | 'groupIds' | 'plain'>) => {
    const before = cpu()
    await post(url, '/search', { ...search, limit, rounds })
    return cpu() - before
  }
  /** Milliseconds of a search for a text, and of one for the rare word. */
  const compared = async (text: string, rare: string, place: Pick<Search, 'groupIds' | 'plain'>) => {
    for (const each of [text, rare]) await post(url, '/search', { ...place, text: each, limit, rounds: 1 })
    const time = { own: 0, rare: 0 }
    let searches = 0
    for (; Math.min(time.own, time.rare) < leastTime; searches += rounds) {
      time.own += await spent({ ...place, text })
      time.rare += await spent({ ...place, text: rare })
    }
    return { own: time.own / searches, rare: time.rare / searches }
  }
  const rows: Record<string, object> = {}
  let worst = 0
  for (const [member, groupIds] of Object.entries(members)) {
    for (const language of ['en', 'ja'] as const) {
      for (const [kind, text] of Object.entries(questionsOf(language))) {
        const rare = rareWord[language]
        const search = await compared(text, rare, { groupIds, plain: false })
        worst = Math.max(worst, search.own / search.rare)
        // Plain FTS5 takes a Japanese sentence for a word, so that it finds nothing there, in no time.
        const plain = language === 'en' ? await compared(text, rare, { groupIds, plain: true }) : undefined
        rows[`${member}, ${language}: ${kind}`] = {
          'ms of processor': search.own.toFixed(2),
          'to the rare word': (search.own / search.rare).toFixed(1),
          ...(plain && {
            'plain FTS5, ms': plain.own.toFixed(2),
            'to its rare word': (plain.own / plain.rare).toFixed(0),
          }),
        }
      }
    }
  }
  console.table(rows)
  console.log(
    `frequent words at most ${worst.toFixed(1)}× a rare one (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`,
  )
  return worst <= goal
}
