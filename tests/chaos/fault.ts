import type { randomFrom } from '../random.ts'

/** What came of tries of one fault. Each count but `tries` has to be zero. */
export interface Outcome {
  tries: number
  /** Acknowledged work, and words that a reader had seen, that are gone. */
  lost: number
  /** Work that was done twice. */
  doubled: number
  /** What is neither done nor refused after a minute, and what cannot be repeated. */
  stuck: number
  /** What reached somebody who may not have it. */
  leaked: number
  /** What happened, for each that is not zero; texts of errors, and no texts of members. */
  notes?: string[]
}

/** Something that goes wrong in the middle of the product's work, tried at random moments or in random orders. */
export interface Fault {
  /** What happens, as the table prints it. */
  name: string
  /** How often it is tried where nobody says. */
  tries: number
  /** Seeds with which it once found something. They are tried as well, each time. */
  foundBy?: number[]
  /** Tries it so often. All that is random comes from `random`, so that a seed repeats it as far as the machine allows. */
  run(task: { random: ReturnType<typeof randomFrom>; seed: number; tries: number }): Promise<Outcome>
}
