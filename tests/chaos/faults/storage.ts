import { tryInWorker } from '../worker-tests.ts'
import type { Fault } from '../fault.ts'

/** A change then is made, or refused with a clear error and made by its repetition. */
export const fault: Fault = {
  name: 'calls of the storage that fail',
  tries: 200,
  run: (task) => tryInWorker('tests/worker/storage-faults.test.ts', 'TEST_STORAGE_FAULTS', task),
}
