import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import {
  newLiveAnswer,
  removeLiveAnswer,
  setLiveAnswer,
  useLiveAnswer,
  useLiveAnswers,
  useLiveHead,
} from '~/web/chat/answers/live-answers.ts'
import { useUploads } from '~/web/files/upload/use-uploads.ts'
import { inBrowser } from '../harness/browser.ts'

inBrowser()
afterEach(() => removeLiveAnswer('new'))

function Shown() {
  const { uploads } = useUploads()
  return JSON.stringify([useLiveHead('new') ?? null, useLiveAnswer('new') ?? null, [...useLiveAnswers()], uploads])
}

test('a part of the page is taken over as the server drew it, though another part has begun to ask', () => {
  setLiveAnswer('new', newLiveAnswer('auto_ai'))
  const drawn = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  )
  expect(drawn.replaceAll('&quot;', '"')).toBe('[null,null,[],[]]')
})
