import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import AnswerText from '~/web/chat/answer-text/answer-text.tsx'
import { injections, thief } from '../../injections.ts'

const written = injections.flatMap(({ says }) => says ?? [])

/** Elements that only name what they lead to, and what a link's reader is shown of that. */
const links = (html: string) =>
  [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, facts, inside]) => ({ facts, inside }))

test.each(written)('an answer that obeys asks nobody for anything before a click, and names the host: %s', (text) => {
  for (const streaming of [false, true]) {
    const html = renderToStaticMarkup(<AnswerText text={text} references={[]} streaming={streaming} />)
    expect(html).not.toMatch(/<(img|link|iframe|base|meta|video|audio|source|object|embed|form|svg|image)\b[^>]*thief/)
    expect(html).not.toMatch(/\b(src|srcset|poster|ping|action|style|background)="[^"]*thief/)
    const leading = links(html).filter(({ facts }) => facts!.includes(thief))
    for (const { facts, inside } of leading) {
      expect(inside!.replaceAll(/<[^>]*>/g, '')).toContain(thief)
      expect(facts).toContain('rel="noreferrer"')
    }
    const others = [...html.matchAll(/<(?!a\b)[^>]*>/g)].map(([tag]) => tag)
    expect(others.filter((tag) => tag.includes(thief))).toEqual([])
  }
})

test('some of them lead there', () => {
  const all = written.map((text) => renderToStaticMarkup(<AnswerText text={text} references={[]} streaming={false} />))
  expect(all.flatMap(links).filter(({ facts }) => facts!.includes(thief)).length).toBeGreaterThan(8)
})

test('a citation of what is no source stays the text that it is', () => {
  const html = renderToStaticMarkup(<AnswerText text="So it is [:&99]." references={[]} streaming={false} />)
  expect(html).toContain('[:&amp;99]')
  expect(links(html)).toEqual([])
})
