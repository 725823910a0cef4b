/**
 * The kinds of a font that a reader may not have, by its name: names of documents come without a generic family, and a browser
 * would then take its own, which has serifs.
 */
const kinds: [RegExp, string][] = [
  [/courier|consolas|mono|typewriter/i, 'monospace'],
  [/mincho|明朝|song|宋|batang|times|serif|cambria|georgia|garamond|palatino|century|bookman|roman/i, 'serif'],
]

const fallbackOf = (family: string) =>
  /sans/i.test(family) ? 'sans-serif' : (kinds.find(([pattern]) => pattern.test(family))?.[1] ?? 'sans-serif')

const hasGeneric = (families: string) => /(?:^|,)\s*(?:sans-serif|serif|monospace|inherit)\s*$/.test(families)

/** A list of families, as CSS has it, that ends with a generic one. */
export const withFallback = (families: string) =>
  families.trim() === '' || hasGeneric(families) ? families : `${families}, ${fallbackOf(families)}`

/** Gives every font that is named below an element, by itself or in its style sheets, one to fall back to. */
export function addFallbackFonts(root: Element): void {
  for (const sheet of root.querySelectorAll('style')) {
    sheet.textContent = sheet.textContent.replace(
      /(font-family|(?<![\w-])--[\w-]+-font):\s*([^;{}]+)/g,
      (_, property: string, families: string) => `${property}: ${withFallback(families)}`,
    )
  }
  for (const styled of root.querySelectorAll<HTMLElement>('[style*="font-family"]')) {
    styled.style.fontFamily = withFallback(styled.style.fontFamily)
  }
}

const kana = /[\u3041-\u30ff]/
const chineseFonts = /(?=等线|"?PingFang SC|"?Noto Sans CJK SC)/
const japaneseFonts = '"Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans JP", "Noto Sans CJK JP", '

/** Puts Japanese fonts before the Chinese ones that a renderer falls back to, where the text is Japanese: they share characters. */
export function preferJapaneseFonts(root: Element): void {
  if (!kana.test(root.textContent)) return
  for (const styled of root.querySelectorAll<HTMLElement>('[style*="font-family"]')) {
    styled.style.fontFamily = styled.style.fontFamily.replace(chineseFonts, japaneseFonts)
  }
}
