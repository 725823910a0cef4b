import { toast as sonner } from 'sonner'

/** A short notice (spec, section 9): 2 s for a success, 4 s for an error. */
export const toast = {
  success: (text: string) => sonner.success(text, { duration: 2000 }),
  error: (text: string) => sonner.error(text, { duration: 4000 }),
}
