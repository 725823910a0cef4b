/** The characters of the font Symbol, in the order of its encoding. */
const greekAndSigns = {
  0xf020: ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  0xf0a1: 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑',
  0xf0f1: '〉∫',
}

/** Letters, boxes and ticks among the characters of fonts of symbols, which Office keeps as numbers of a private area. */
const symbols: Record<string, Record<number, string>> = {
  Symbol: Object.fromEntries(
    Object.entries(greekAndSigns).flatMap(([first, signs]) =>
      Array.from(signs, (sign, index) => [Number(first) + index, sign]),
    ),
  ),
  Wingdings: {
    0xf06f: '☐',
    0xf071: '☐',
    0xf0a8: '☐',
    0xf0fb: '✗',
    0xf0fc: '✓',
    0xf0fd: '☒',
    0xf0fe: '☑',
  },
  'Wingdings 2': {
    0xf04f: '✗',
    0xf0a3: '☐',
    0xf050: '✓',
    0xf051: '☒',
    0xf052: '☑',
    0xf053: '☒',
    0xf054: '☒',
  },
}

/** The character that a symbol of a font looks like; empty for one that is only an ornament. */
export const symbolOf = (font: string, code: number): string => symbols[font]?.[code] ?? ''

/** Whether it is a font whose characters are in the private area. */
export const isSymbolFont = (font: string) => Object.hasOwn(symbols, font)
