import { getLocale } from '~/paraglide/runtime'

/** A number of days in words: `90 days`, `90 日`. */
export const dayCount = (days: number): string =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
