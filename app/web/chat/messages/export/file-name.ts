/** Characters that a file's name has at most, its ending not counted; some systems take 255 bytes. */
const longest = 60
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file's name from a conversation's title: without what a file system or a shell could take for something else, in
 * composed Unicode; `fallback` where nothing is left.
 */
export function fileNameOf(title: string, ending: string, fallback: string): string {
  const safe = title
    .normalize('NFC')
    // Control and format characters (right-to-left overrides, for one), and separators of paths.
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...safe]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return `${cut === '' || reserved.test(cut) ? fallback : cut}.${ending}`
}
