import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { Conversation } from '~/web/chat/conversation.tsx'

overwriteGetLocale(() => 'en')

test('a conversation that could not be loaded says so, with a way to try again', () => {
  const html = renderToStaticMarkup(
    <Conversation
      conversation={7}
      messages={[]}
      live={undefined}
      reveal={{}}
      loading={false}
      error={new TypeError('Failed to fetch')}
      onRetry={() => {}}
      empty={null}
    />,
  )
  expect(html).toContain('Something went wrong')
  expect(html).toMatch(/<button[^>]*>.*Try again/)
})
