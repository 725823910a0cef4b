/** Why a query does not run, in words that whoever wrote it can mend it by. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
}
