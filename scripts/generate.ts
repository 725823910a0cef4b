import { generate } from './local/generate.ts'
import { reportProblem } from './local/problem.ts'

await generate().catch(reportProblem)
