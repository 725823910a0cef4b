/** Answers to stream: the same for the same size, with what real ones have. */
export const answers = { mixed, table, code, list }

export type AnswerKind = keyof typeof answers

const words =
  'the report of last year shows that revenue in the second quarter grew while costs of storage and support stayed below plan'.split(
    ' ',
  )

/** Prose, lists, a table, code, inline and display math, over and over, up to about `size` characters. */
function mixed(size: number): string {
  const next = numbers(1)
  let out = ''
  for (let section = 1; out.length < size; section++) {
    out += [
      `## Section ${section}: ${sentence(next, 4)}`,
      `${sentence(next, 24)} with **${sentence(next, 3)}** and *${sentence(next, 2)}*, see [the page](https://example.com/${section}). ${sentence(next, 30)}`,
      `The mean is $\\bar{x}_{${section}} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$, so that $f(x) = x^2 + ${section}$ holds. ${sentence(next, 16)}`,
      Array.from({ length: 5 }, (_, item) => `- **Item ${item + 1}**: ${sentence(next, 10)} \`value_${item}\``).join(
        '\n',
      ),
      `$$\n\\int_0^{${section}} e^{-x^2} \\, dx = \\frac{\\sqrt{\\pi}}{2} \\operatorname{erf}(${section})\n$$`,
      `${sentence(next, 40)} ${sentence(next, 30)}`,
      tableOf(next, 6),
      Array.from({ length: 4 }, (_, item) => `${item + 1}. ${sentence(next, 12)}`).join('\n'),
      `\`\`\`typescript\n${codeOf(next, 10)}\n\`\`\``,
      `> ${sentence(next, 20)}`,
    ]
      .map((block) => `${block}\n\n`)
      .join('')
  }
  return out.slice(0, out.lastIndexOf('\n\n', size)) + '\n'
}

/** A single table. */
function table(size: number): string {
  return `${tableOf(numbers(2), Math.ceil(size / 52))}\n`.slice(0, size)
}

/** A single block of code. */
function code(size: number): string {
  return `\`\`\`typescript\n${codeOf(numbers(3), Math.ceil(size / 60)).slice(0, size)}\n\`\`\`\n`
}

/** A single list. */
function list(size: number): string {
  const next = numbers(4)
  return Array.from({ length: Math.ceil(size / 70) }, () => `- **${sentence(next, 2)}**: ${sentence(next, 10)}`)
    .join('\n')
    .slice(0, size)
}

const tableOf = (next: () => number, rows: number) =>
  `| Name | Quarter | Revenue | Change | Note |\n|---|---|---:|---:|---|\n${Array.from(
    { length: rows },
    (_, row) =>
      `| Row ${row + 1} | Q${(next() % 4) + 1} | ${next() % 10_000} | ${next() % 100} % | ${sentence(next, 3)} |`,
  ).join('\n')}`

const codeOf = (next: () => number, lines: number) =>
  Array.from({ length: lines }, (_, line) =>
    line % 3 === 0
      ? `export function step${line}(input: number): string {`
      : line % 3 === 1
        ? `  return \`\${input * ${next() % 100}} ${words[next() % words.length]}\` // ${sentence(next, 3)}`
        : '}',
  ).join('\n')

const sentence = (next: () => number, length: number) =>
  Array.from({ length }, () => words[next() % words.length]).join(' ')

/** A sequence of numbers that is the same each time (Numerical Recipes' linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
