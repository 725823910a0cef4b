import type { Usage } from '~/contract/chat.ts'
import type { ChatCompletionRequest, UrlCitation } from '~/contract/openai.ts'
import type { ReadAnswer } from './events.ts'
import type { Form } from './forms.ts'
import { openAiError } from '~/provider/api/openai-errors.ts'

/** An answer as a chat completion. */
export function chatCompletion({ model, stream_options: options }: ChatCompletionRequest, origin: string): Form {
  const created = Math.floor(Date.now() / 1000)
  const headOf = ({ info }: ReadAnswer) => ({
    id: `chatcmpl-${info?.conversation_id}-${info?.entry_id}`,
    created,
    model,
  })
  const chunk = (answer: ReadAnswer, delta: object, finish_reason: 'stop' | null = null) => ({
    data: {
      ...headOf(answer),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    },
  })
  return {
    begin: (answer) => [chunk(answer, { role: 'assistant', content: '' })],
    say: (answer, content) => [chunk(answer, { content })],
    end(answer) {
      const annotations = annotationsOf(answer.text.citations(answer.sources, origin))
      const { usage } = answer
      return [
        ...(annotations.length > 0 ? [chunk(answer, { annotations })] : []),
        chunk(answer, {}, 'stop'),
        ...(options?.include_usage
          ? [
              {
                data: {
                  ...headOf(answer),
                  object: 'chat.completion.chunk',
                  choices: [],
                  usage: usage && usageOf(usage),
                },
              },
            ]
          : []),
        { data: '[DONE]' },
      ]
    },
    fail: (_answer, error) => [{ data: openAiError(error) }],
    whole: (answer) => ({
      ...headOf(answer),
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text.said,
            refusal: null,
            annotations: annotationsOf(answer.text.citations(answer.sources, origin)),
          },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      ...(answer.usage && { usage: usageOf(answer.usage) }),
    }),
  }
}

const annotationsOf = (citations: UrlCitation[]) =>
  citations.map((citation) => ({ type: 'url_citation', url_citation: citation }))

const usageOf = ({ input_tokens, output_tokens }: Usage) => ({
  prompt_tokens: input_tokens,
  completion_tokens: output_tokens,
  total_tokens: input_tokens + output_tokens,
})
