import { getLocale } from '~/paraglide/runtime'

/** A number as the reader's language writes it: 3,400. */
export const formatNumber = (value: number): string => value.toLocaleString(getLocale())
