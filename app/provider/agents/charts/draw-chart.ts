import { Resvg } from '@cf-wasm/resvg/workerd'
import * as vega from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile } from 'vega-lite'
import { type Chart, chartFont, specOf } from './chart-spec.ts'

/** Pixels of a picture for each of the chart's: sharp on dense screens. */
const density = 2

/** Draws a chart as PNG. */
export async function drawChart(chart: Chart, font: Uint8Array): Promise<Uint8Array> {
  const svg = await svgOf(chart)
  const picture = await Resvg.async(svg, {
    fitTo: { mode: 'zoom', value: density },
    font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: chartFont },
  })
  return picture.render().asPng()
}

/** A Worker compiles no code at run time, so that the chart's expressions are interpreted. */
async function svgOf(chart: Chart): Promise<string> {
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
