import type { Pixels } from './pixels.ts'
import { loadCodec } from './wasm.ts'

type Decoder = (bytes: Uint8Array) => Promise<Pixels>

/** Loaded with the first picture of each format. Of an animated one, the first frame is taken where the codec can. */
const decoders: Record<string, Decoder> = {
  'image/png': decodePng,
  'image/gif': decodeGif,
  'image/webp': decodeWebp,
  'image/avif': decodeAvif,
}

/** Whether pictures of a media type can be decoded here. */
export const isDecodable = (mimeType: string) => Object.hasOwn(decoders, mimeType)

/**
 * Decodes a PNG, GIF, WebP or AVIF.
 * @throws whatever the codec does, for a picture that it cannot read
 */
export const decodeImage = (bytes: Uint8Array, mimeType: string): Promise<Pixels> => decoders[mimeType]!(bytes)

async function decodePng(bytes: Uint8Array): Promise<Pixels> {
  const [{ default: load, decode }, module] = await Promise.all([
    import('@jsquash/png/codec/pkg/squoosh_png.js'),
    import('../../../../node_modules/@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
  ])
  // The package declares the exports of an instance where a Worker imports the module.
  await load((module as unknown as { default: WebAssembly.Module }).default)
  return decode(bytes)
}

async function decodeGif(bytes: Uint8Array): Promise<Pixels> {
  const { GifReader } = await import('omggif')
  const gif = new GifReader(bytes)
  const data = new Uint8Array(gif.width * gif.height * 4)
  gif.decodeAndBlitFrameRGBA(0, data)
  return { width: gif.width, height: gif.height, data }
}

async function decodeWebp(bytes: Uint8Array): Promise<Pixels> {
  const [{ default: factory }, { default: module }] = await Promise.all([
    import('@jsquash/webp/codec/dec/webp_dec.js'),
    import('../../../../node_modules/@jsquash/webp/codec/dec/webp_dec.wasm'),
  ])
  const codec = await loadCodec<{ decode(bytes: Uint8Array): Pixels | null }>(factory, module)
  return decoded(codec.decode(bytes))
}

async function decodeAvif(bytes: Uint8Array): Promise<Pixels> {
  const [{ default: factory }, { default: module }] = await Promise.all([
    import('@jsquash/avif/codec/dec/avif_dec.js'),
    import('../../../../node_modules/@jsquash/avif/codec/dec/avif_dec.wasm'),
  ])
  const codec = await loadCodec<{ decode(bytes: Uint8Array, bitDepth: 8): Pixels | null }>(factory, module)
  return decoded(codec.decode(bytes, 8))
}

function decoded(pixels: Pixels | null): Pixels {
  if (!pixels) throw new Error('not decoded')
  return pixels
}
