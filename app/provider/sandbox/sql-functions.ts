/** Functions that take about as long as an addition, whatever they are given. */
const quick =
  'abs avg cast ceil ceiling coalesce count cume_dist dense_rank exp first_value floor ifnull iif lag last_value lead ln log log10 log2 max min mod ntile nth_value nullif percent_rank pow power rank round row_number sign sqrt sum total typeof'

/** Functions that go through texts. None makes a text that is longer than its literals and one cell. */
const onTexts =
  'date datetime instr julianday length lower ltrim replace rtrim strftime substr substring time trim unixepoch upper'

const names = (list: string) => new Set(list.toUpperCase().split(' '))

export const quickFunctions = names(quick)
export const textFunctions = names(onTexts)

/** Words that a parenthesis may follow without being functions. */
export const wordsBeforeParenthesis = names(
  'in as over exists from join select where and or not on using between like glob when then else by having filter union all distinct case materialized limit offset except intersect is escape decimal numeric varchar char',
)

/** Words that a query has no need of; a column of such a name stands in double quotes. */
export const forbiddenWords = names(
  'recursive pragma attach detach insert update delete drop create alter vacuum reindex analyze explain begin commit rollback savepoint release collate exclude match regexp values returning into',
)

/** Words that end the name of a source, or what comes after it: they are no alias. */
export const wordsAfterSource = names(
  'join on where group order limit left right full inner cross outer natural using union except intersect having window indexed not',
)

/** Words that end the sources of a SELECT. */
export const wordsAfterSources = names('where group order limit union except intersect having window')
