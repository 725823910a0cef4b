import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type Calculation, calculate } from './arithmetic.ts'
import { type SmallTalk, smallTalkIn } from './small-talk.ts'

/** What greets, thanks, asks who answers, or is a sum: it has an answer, but none that stands in files. */
export const isTalk = (text: string): boolean => smallTalkIn(text) !== undefined || calculate(text) !== undefined

/** The answer to small talk or a sum, in Markdown; undefined for what is to be looked for in files. */
export function answerTalk(text: string, language: Language): string | undefined {
  const talk = smallTalkIn(text)
  if (talk) return answers[talk](language)
  const calculated = calculate(text)
  if (calculated) return `${computed(calculated, language)}\n\n*${m.builtin_closing_sum({}, { locale: language })}*`
  return undefined
}

const answers: Record<SmallTalk, (locale: Language) => string> = {
  greeting: (locale) => joined([m.builtin_talk_greeting, m.builtin_talk_offer], locale),
  thanks: (locale) => m.builtin_talk_thanks({}, { locale }),
  goodbye: (locale) => m.builtin_talk_goodbye({}, { locale }),
  wellbeing: (locale) => joined([m.builtin_talk_wellbeing, m.builtin_talk_offer], locale),
  identity: (locale) => joined([m.builtin_talk_identity, m.builtin_talk_offer], locale),
  ability: (locale) => m.builtin_talk_ability({}, { locale }),
}

/** Sentences one after another; Japanese has no blanks between them. */
const joined = (sentences: (typeof m.builtin_talk_offer)[], locale: Language): string =>
  sentences.map((sentence) => sentence({}, { locale })).join(locale === 'ja' ? '' : ' ')

function computed(calculated: Calculation | 'unknown', locale: Language): string {
  if (calculated === 'unknown') return m.builtin_sum_unknown({}, { locale })
  const { expression, result, exact } = calculated
  return `${expression} ${exact ? '=' : '≈'} **${result}**`
}
