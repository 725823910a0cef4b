import { stripVTControlCharacters } from 'node:util'
import type { Steps } from '../local/progress.ts'

/** Writes the log of a server: one line of JSON an event, on the standard output. */
export function log(level: 'info' | 'warn' | 'error', event: string, details: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ level, event, ...details }))
}

/** A line of the Worker's log, before which Wrangler writes how grave it is. */
const ofWorker = /^(?:[^\s{]* ?\[\w+\] )?(\{.*\})$/

/** What workerd says of each client that leaves before its answer has ended, and of where in its own code it noticed. */
const ofLeaving = /disconnected: |^stack: /

/**
 * Writes a line that a process said: the events of the Worker as they are; of anything else, which is Wrangler's, only what it
 * complains of.
 */
export function logOutput(line: string, from: 'stdout' | 'stderr'): void {
  const text = stripVTControlCharacters(line).trim()
  const event = ofWorker.exec(text)?.[1]
  if (event && isEvent(event)) console.log(event)
  else if (text && from === 'stderr' && !ofLeaving.test(text)) log('warn', 'output', { text })
}

function isEvent(text: string): boolean {
  try {
    return typeof JSON.parse(text).event === 'string'
  } catch {
    return false
  }
}

/** Tells the log of the steps of a start. */
export const loggedSteps: Steps = {
  async step(name, work) {
    const begun = performance.now()
    let result = ''
    const value = await work((text) => (result = text))
    log('info', 'prepared', { step: name, result, took: Math.round(performance.now() - begun) })
    return value
  },
}
