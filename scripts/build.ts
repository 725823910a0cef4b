import { build } from './local/build.ts'
import { reportProblem } from './local/problem.ts'

await build({ show: true }).catch(reportProblem)
