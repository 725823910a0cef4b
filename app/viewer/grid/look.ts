import type { BorderSide, CellStyle, Color, FillStyle, FontStyle } from 'hucre'
import { withFallback } from '../office/fonts.ts'
import type { Look } from './sheet.ts'

/** Of old files, which name colours by numbers; the first eight are repeated. */
const indexed = (
  '000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080 ' +
  '9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF ' +
  '00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 ' +
  '003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ')

/** Turns a colour of the file into one of CSS; undefined for what the reader's own are. */
export type Colours = (colour: Color | undefined) => string | undefined

/** @param theme resolves a colour of the theme, lightened by a tint between -1 and 1 */
export const coloursOf =
  (theme: (index: number, tint?: number) => string | undefined): Colours =>
  (colour) => {
    if (!colour) return undefined
    const hex =
      colour.rgb?.slice(-6) ??
      (colour.theme !== undefined
        ? theme(colour.theme, colour.tint)
        : indexed[(colour.indexed ?? -1) < 8 ? (colour.indexed ?? -1) : colour.indexed! - 8])
    return hex && /^[\da-f]{6}$/i.test(hex) ? `#${hex}` : undefined
  }

/** A style of the file as CSS. */
export function lookOf({ font, fill, border, alignment }: CellStyle, colours: Colours): Look {
  const css = [fontCss(font, colours), fillCss(fill, colours)]
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const drawn = borderCss(border?.[side], colours)
    if (drawn) css.push(`border-${side}: ${drawn}`)
  }
  if (alignment?.indent) css.push(`padding-inline: ${3 + Math.min(alignment.indent, 50) * 9}px`)
  const { horizontal, vertical } = alignment ?? {}
  return {
    css: css.filter(Boolean).join('; '),
    wraps: alignment?.wrapText === true || horizontal === 'justify' || vertical === 'justify',
    ...(horizontal && horizontals[horizontal] && { horizontal: horizontals[horizontal] }),
    vertical:
      vertical === 'top' || vertical === 'justify' ? 'top' : vertical === 'bottom' || !vertical ? 'bottom' : 'center',
  }
}

const horizontals: Record<string, Look['horizontal']> = {
  left: 'left',
  justify: 'left',
  distributed: 'center',
  center: 'center',
  centerContinuous: 'center',
  right: 'right',
}

/** Points of a font as pixels. */
export const fontPixels = (font: FontStyle | undefined) => Math.min(Math.max(font?.size ?? 11, 1), 400) * (96 / 72)

/** A font as CSS, without what is as everywhere. */
export function fontCss(font: FontStyle | undefined, colours: Colours): string {
  if (!font) return ''
  const name = font.name?.replace(/["\\;{}<>\n]/g, '')
  const decoration = [font.underline && 'underline', font.strikethrough && 'line-through'].filter(Boolean).join(' ')
  const colour = colours(font.color)
  return [
    name && name !== 'Calibri' && `font-family: ${withFallback(`'${name}'`).replace(/'/g, "'")}`,
    font.size && font.size !== 11 && `font-size: ${fontPixels(font)}px`,
    font.bold && 'font-weight: bold',
    font.italic && 'font-style: italic',
    decoration && `text-decoration: ${decoration}`,
    colour && colour !== '#000000' && `color: ${colour}`,
    font.vertAlign && `vertical-align: ${font.vertAlign === 'superscript' ? 'super' : 'sub'}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function fillCss(fill: FillStyle | undefined, colours: Colours): string {
  if (!fill) return ''
  if (fill.type === 'gradient') {
    const stops = fill.stops.map(({ position, color }) => `${colours(color) ?? '#ffffff'} ${position * 100}%`)
    return stops.length > 1 ? `background: linear-gradient(${(fill.degree ?? 0) + 90}deg, ${stops.join(', ')})` : ''
  }
  if (fill.pattern === 'none') return ''
  const colour = colours(fill.fgColor) ?? colours(fill.bgColor)
  return colour ? `background: ${colour}` : ''
}

const widths: Record<string, number> = {
  medium: 2,
  mediumDashed: 2,
  mediumDashDot: 2,
  mediumDashDotDot: 2,
  thick: 3,
  double: 3,
}

function borderCss(side: BorderSide | undefined, colours: Colours): string {
  if (!side?.style) return ''
  const kind = /dotted|hair/.test(side.style)
    ? 'dotted'
    : /dash/i.test(side.style)
      ? 'dashed'
      : side.style === 'double'
        ? 'double'
        : 'solid'
  return `${widths[side.style] ?? 1}px ${kind} ${colours(side.color) ?? '#000000'}`
}
