import { ApiError } from '~/contract/errors.ts'

/** What a service cannot do with a model, or refuses to; the answer goes on without it. */
type Ability = 'tools' | 'format'

/** A model that lacks an ability; the cause of an error. */
class Lacks extends Error {
  override readonly name = 'Lacks'
  constructor(readonly ability: Ability) {
    super(`no ${ability}`)
  }
}

/** How services refuse a prompt for it: each has words of its own. Of a schema, they name what they were given. */
const refusals: Record<Ability, RegExp> = {
  tools:
    /(not|n't) support\w*( \w+){0,3} .?(tools?|function)|(tools?|function)\b.{0,24} not (be )?(support|enabl)|no \w+ found that support tool|tool choice requires|unsupported \w+\W+tools?\b/i,
  format:
    /response_?format|response_?schema|response_?mime_?type|json_?schema|output_(format|config)|structured.output/i,
}

/** @returns the error `service_http_error` that says that a model cannot use tools, or cannot be held to a schema */
export const lacking = (ability: Ability) =>
  new ApiError('service_http_error', undefined, { cause: new Lacks(ability) })

/** Whether an error says so. */
export const lacks = (error: unknown, ability: Ability): boolean =>
  error instanceof ApiError && error.cause instanceof Lacks && error.cause.ability === ability

/** Whether a refusal, by its first words, means the ability. */
export const refuses = (refusal: string, ability: Ability): boolean => refusals[ability].test(refusal)
