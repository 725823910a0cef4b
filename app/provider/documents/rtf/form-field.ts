import { checkBoxSign } from '../check-box.ts'

/** What a field says whose state nobody has changed. */
const untouched = 25

/** A field of a form (RTF 1.9.1, 'Form Fields'): its kind, what was chosen, and what is chosen from the beginning. */
export class FormField {
  readonly entries: string[] = []
  private readonly values = new Map<string, number>()

  set(name: string, value: number): void {
    this.values.set(name, value)
  }

  /** A box that is ticked or not, or the entry chosen; empty for a field of text, whose result stands in the text. */
  get text(): string {
    const result = this.values.get('ffres') ?? untouched
    const chosen = result === untouched ? (this.values.get('ffdefres') ?? 0) : result
    const kind = this.values.get('fftype')
    if (kind === 1) return checkBoxSign(chosen === 1)
    return kind === 2 ? (this.entries[chosen] ?? '') : ''
  }
}
