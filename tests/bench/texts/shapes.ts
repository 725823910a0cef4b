/** Answers of 64 KB that are costly to draw, beside plain text of the size. */
const size = 65_536

const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
const counted = (part: (number: number) => string) => {
  let text = ''
  for (let number = 1; text.length < size; number++) text += part(number)
  return text.slice(0, size)
}
export const plain = repeated('Some *words* of an ordinary paragraph, and **more** of them.\n\n')

export const shapes: Record<string, string> = {
  'words without a paragraph': repeated('word '),
  'one word': repeated('a'),
  'a paragraph with an emphasis': `*a* ${repeated('word ')}`,
  'items of one letter': repeated('- a\n'),
  'items of one letter, indented': repeated('  - a\n'),
  'numbered items of one letter': repeated('1. a\n'),
  'items of one letter, apart': repeated('- a\n\n'),
  'paragraphs of one letter': repeated('a\n\n'),
  'formulas in a paragraph': repeated('$x$ '),
  'formulas in paragraphs': repeated(`${'$x$ '.repeat(40)}\n\n`),
  'quotes and text in turns': repeated('> a\n\nb\n\n'),
  'underlined headings': repeated('a\n=\n\n'),
  'headings of one letter': repeated('# a\n'),
  'one long definition, used in each block': `[same]: https://a.example/${'a'.repeat(4000)}\n\n${repeated('[same] b\n\n')}`,
  'rows of a table': `| a | b |\n|---|---|\n${repeated('| *a* | b |\n')}`,
  'emphases in a paragraph': repeated('*a* '),
  'lines of code': `\`\`\`ts\n${repeated('const a = 1\n')}`,
  'formulas, each another': counted((number) => `$x_{${number}}^2$${number % 40 ? ' ' : '\n\n'}`),
  'formulas in items': counted((number) => `- ${`$x_{${number}}^2$ `.repeat(20)}\n`),
  'long formulas': repeated(`$$\n${'x+'.repeat(1900)}y\n$$\n\n`),
  'wide matrices': repeated(`$$\\begin{matrix}${'&'.repeat(3800)}\\end{matrix}$$\n\n`),
  'one line of code': `\`\`\`ts\n${repeated('a=1;')}`,
  'lines of a paragraph': repeated('a\n'),
  'lines of a paragraph, each broken': repeated('a  \n'),
  'lines of an item': `- a\n${repeated('  a\n')}`.slice(0, size),
  'paragraphs of an item': `- a\n\n${repeated('  a\n\n')}`.slice(0, size),
  'rows of a table in an item': `- a\n\n  | a | b |\n  |---|---|\n${repeated('  | a | b |\n')}`.slice(0, size),
  'lines of HTML': `<div>\n${repeated('a\n')}`.slice(0, size),
  'addresses in a paragraph': repeated('www.a.bc '),
  'items full of emphases': repeated(`- ${'*a* '.repeat(190)}\n`),
  'items within items': repeated('- a\n  - b\n    - c\n'),
  footnotes: `${counted((number) => `[^${number}]: *b*\n\n`).slice(0, size / 2)}${counted((number) => `[^${number}] `).slice(0, size / 2)}`,
  'a definition after its uses': `${repeated('[same] b\n\n')}\n\n[same]: https://a.example/${'a'.repeat(4000)}\n`,
  'rows of words': `| a | b |\n|---|---|\n${repeated('| a | b |\n')}`,
}
