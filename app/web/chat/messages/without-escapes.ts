/** Code and formulas, which keep their backslashes: fenced, between backticks, between dollars, in TeX's brackets. */
const verbatim =
  /(^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![^]))|(`+)(?!`)[^]*?[^`]\3(?!`)|\$\$[^]*?\$\$|(?<!\\)\$[^\n$]+\$|\\\([^]*?\\\)|\\\[(?!:&)[^]*?\\\])/m

/**
 * Markdown as a person would paste it: without the backslashes that keep a document's words from becoming links and
 * lists. Code and formulas stay as they are.
 */
export function withoutEscapes(markdown: string): string {
  const parts = markdown.split(new RegExp(verbatim.source, 'gm'))
  // Each match brings its three groups: the verbatim text, and the fences that only help to find its end.
  return parts
    .map((part, index) => {
      if (index % 4 === 1) return part
      return index % 4 === 0 ? part.replace(/\\([!-/:-@[-`{-~])/g, '$1') : ''
    })
    .join('')
}
