/** Answers of 64 KB that are costly to draw, beside plain text of the size. */
const size = 65_536

const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
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
}
