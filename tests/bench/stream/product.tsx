import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import AnswerText from '~/web/chat/answer-text/answer-text.tsx'
import { startRig } from './rig.tsx'

const references: never[] = []

startRig(
  (props) => <AnswerText {...props} references={references} />,
  '.prose-text:has(.katex):has([data-token])',
  inRouter,
)

/** Citations are links. */
function inRouter(Answer: ComponentType) {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: () => <Answer /> }),
  })
  return <RouterProvider router={router} />
}
