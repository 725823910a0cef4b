import type { Pixels } from './pixels.ts'
import { loadCodec } from './wasm.ts'

/** Enough for a picture that is looked at for what it is. */
const quality = 75

interface Encoder {
  encode(data: Pixels['data'], width: number, height: number, options: object): Uint8Array | null
}

/** Encodes a picture as WebP. */
export async function encodeWebp({ width, height, data }: Pixels): Promise<Uint8Array> {
  const [{ default: factory }, { defaultOptions }, { default: module }] = await Promise.all([
    import('@jsquash/webp/codec/enc/webp_enc_simd.js'),
    import('@jsquash/webp/meta.js'),
    import('../../../../node_modules/@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
  ])
  const encoder = await loadCodec<Encoder>(factory, module)
  const bytes = encoder.encode(data, width, height, { ...defaultOptions, quality })
  if (!bytes) throw new Error('not encoded')
  return bytes
}
