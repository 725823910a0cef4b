import 'katex/dist/katex.min.css'
import rehypeKatex from 'rehype-katex'
import remarkMath from 'remark-math'
import { Streamdown } from 'streamdown'
import { startRig } from './rig.tsx'

/** As its own math plugin configures it. */
const plugins = {
  math: {
    name: 'katex' as const,
    type: 'math' as const,
    remarkPlugin: [remarkMath, { singleDollarTextMath: true }] as [typeof remarkMath, object],
    rehypePlugin: rehypeKatex,
  },
}

startRig(
  ({ text, streaming }) => (
    <Streamdown plugins={plugins} isAnimating={streaming}>
      {text}
    </Streamdown>
  ),
  'div:has(.katex):has(pre)',
)
