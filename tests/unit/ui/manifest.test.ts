import { imageSize } from 'image-size'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}
const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest

test('the page can be installed: its pictures are there, as large as the manifest says', () => {
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  for (const { src, sizes } of pictures) {
    const { width, height } = imageSize(readFileSync(`public${src}`))
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(manifest.start_url).toBe('/chat')
})
