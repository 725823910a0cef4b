import { tryInWorker } from '../worker-tests.ts'
import type { Fault } from '../fault.ts'

/** Each is done once or refused then, and nothing is left behind. */
export const fault: Fault = {
  name: 'calls that meet in any order',
  tries: 200,
  run: (task) => tryInWorker('tests/worker/races.test.ts', 'TEST_RACES', task),
}
