import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Words that mean alike, each row a dimension of the vectors; 'stipend' and 'limousine' are such that a search by words does not know. */
const meanings = [
  ['puppy', 'dog', 'hound', '犬'],
  ['stipend', 'pay', 'wage', '給与'],
  ['holiday', 'vacation', 'leave', '休暇'],
  ['car', 'vehicle', 'limousine', '車'],
]

/**
 * A server that speaks OpenAI's embeddings protocol, with a model that knows few words: texts with words of the same row are near.
 * The items come in reverse, since only their index says which text they are of. Texts with 'refused' are answered 400.
 */
export async function startEmbeddingsServer(): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[]; model: string }
      const isRight = request.url === '/v1/embeddings' && request.headers.authorization === 'Bearer embedding-key'
      const status = isRight && !input.some((text) => text.includes('refused')) ? 200 : 400
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedded(text) })).toReversed()
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(
            status === 200 ? { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } } : {},
          ),
        )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

/** The last dimension is the same for all, so that no vector is nothing. */
const embedded = (text: string): number[] => [
  ...meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
  0.1,
]
