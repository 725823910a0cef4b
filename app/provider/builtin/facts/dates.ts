/** A date as a text has it, with the day that it means as `2026-11-21`. */
export interface FoundDate {
  text: string
  iso: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'

/** The year before the first of each Japanese era that documents still name. */
const eras: Record<string, number> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 }

type Parts = { year: number; month: number; day: number }

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Each way of writing a date, and what its groups mean. */
const forms: { pattern: RegExp; parts: (groups: string[]) => Parts }[] = [
  {
    pattern: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g,
    parts: ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    pattern: /(?<!\d)(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/g,
    parts: ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    pattern: /(明治|大正|昭和|平成|令和) ?(\d{1,2}|元) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/g,
    parts: ([era, year, month, day]) => ({
      year: eras[era!]! + (year === '元' ? 1 : Number(year)),
      month: Number(month),
      day: Number(day),
    }),
  },
  {
    pattern: new RegExp(`\\b${monthName} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi'),
    parts: ([month, day, year]) => ({ year: Number(year), month: monthOf(month!), day: Number(day) }),
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName},? (\\d{4})\\b`, 'gi'),
    parts: ([day, month, year]) => ({ year: Number(year), month: monthOf(month!), day: Number(day) }),
  },
]

/** The whole dates of a text, in its order. Full-width figures count; what is no day of the calendar does not. */
export function datesIn(text: string): FoundDate[] {
  const plain = text.normalize('NFKC')
  return forms
    .flatMap(({ pattern, parts }) =>
      [...plain.matchAll(pattern)].map(({ 0: found, index, ...groups }) => ({
        index,
        text: found,
        iso: isoOf(parts(Object.values(groups).slice(0, 4) as string[])),
      })),
    )
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ text: found, iso }) => (iso ? [{ text: found, iso }] : []))
}

function isoOf({ year, month, day }: Parts): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : undefined
}
