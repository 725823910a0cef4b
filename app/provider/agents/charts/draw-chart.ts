import font from '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf?url'
import { type Chart, chartFont, specOf } from './chart-spec.ts'

/** Pixels of a picture for each of the chart's: sharp on dense screens. */
const density = 2

/** Draws a chart as PNG. What draws it is loaded with the first one; the font is among the Worker's static files. */
export async function drawChart(chart: Chart, assets: Fetcher): Promise<Uint8Array> {
  const [svg, { Resvg }, fontBytes] = await Promise.all([
    svgOf(chart),
    import('@cf-wasm/resvg/workerd'),
    fontOf(assets),
  ])
  const picture = await Resvg.async(svg, {
    fitTo: { mode: 'zoom', value: density },
    font: { fontBuffers: [fontBytes], loadSystemFonts: false, defaultFontFamily: chartFont },
  })
  return picture.render().asPng()
}

/** A Worker compiles no code at run time, so that the chart's expressions are interpreted. */
async function svgOf(chart: Chart): Promise<string> {
  const [{ compile }, vega, { expressionInterpreter }] = await Promise.all([
    import('vega-lite'),
    import('vega'),
    import('vega-interpreter'),
  ])
  // Its types leave it out.
  ;(vega as unknown as { textMetrics: { width: typeof widthOf } }).textMetrics.width = widthOf
  const view = new vega.View(vega.parse(compile(specOf(chart)).spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'none',
  })
  return view.toSVG()
}

/** Vega measures by a canvas, which is not here. Japanese letters are as wide as they are high. */
function widthOf(item: { fontSize?: number }, text: unknown): number {
  const letters = [...String(text ?? '')]
  const ems = letters.reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.6), 0)
  return ems * (item.fontSize ?? 11)
}

async function fontOf(assets: Fetcher): Promise<Uint8Array> {
  const response = await assets.fetch(new URL(font, 'https://assets.local'))
  if (!response.ok) throw new Error(`the font of charts is missing: ${response.status}`)
  return response.bytes()
}
