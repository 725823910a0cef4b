import type { Pixels } from './pixels.ts'

/** Encodes a picture as PNG, which every model that sees takes. */
export async function encodePng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const [{ default: load, encode }, module] = await Promise.all([
    import('@jsquash/png/codec/pkg/squoosh_png.js'),
    import('../../../../node_modules/@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
  ])
  // The package declares the exports of an instance where a Worker imports the module.
  await load((module as unknown as { default: WebAssembly.Module }).default)
  return encode(new Uint8Array(data), width, height, 8)
}
