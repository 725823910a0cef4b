import { createInterface } from 'node:readline/promises'
import { Problem } from '../local/problem.ts'

/** Whether somebody is there who can answer. */
const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY)

/**
 * Asks on the terminal until there is an answer.
 * @param otherwise how it is told where there is nobody to ask
 * @param fallback what Enter means, and the answer of nobody
 * @throws a {@link Problem} where nobody is there and there is no fallback
 */
export async function ask(question: string, otherwise: string, fallback?: string): Promise<string> {
  if (!canAsk() && fallback) return fallback
  if (!canAsk()) throw new Problem(`${question} is not known, and there is nobody to ask: ${otherwise}`)
  using lines = createInterface({ input: process.stdin, output: process.stdout })
  for (;;) {
    const answer = (await lines.question(`${question}${fallback ? ` (${fallback})` : ''}: `)).trim() || fallback
    if (answer) return answer
  }
}

/**
 * Whether somebody agrees to what was shown.
 * @throws a {@link Problem} where nobody is there
 */
export async function isWanted(): Promise<boolean> {
  if (!canAsk()) throw new Problem('Nobody is there to agree: add --yes.')
  return (await ask('Do it? (y/n)', '')).toLowerCase().startsWith('y')
}

/** @returns the id of one of several accounts */
export function chooseAccount(accounts: { id: string; name: string }[]): Promise<string> {
  for (const { id, name } of accounts) console.log(`  ${id}  ${name}`)
  return ask('Which of these accounts (its id)', 'set "account" in the settings, or CLOUDFLARE_ACCOUNT_ID.')
}
