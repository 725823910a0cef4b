/** What a group is that stands beside the text. */
export type Aside = 'note' | 'box' | 'entry'

const words = (text: string) => new Set(text.split(' '))
/** Groups whose text is about the document, and not in it. */
export const hiddenGroups = words(
  'colortbl stylesheet info pict objdata fldinst list listlevel lfolevel themedata colorschememapping datastore latentstyles listtable filetbl ' +
    'listoverridetable revtbl rsidtbl generator xmlnstbl pgptbl nonshppict sp private atnid atnauthor atntime atnicn ' +
    'atndate atnref tc xe template shprslt ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn falt panose background',
)
/** Groups that readers may pass over, and that hold text all the same. */
export const shownGroups = words('shpinst shptxt do annotation fldrslt formfield ffl')
/** Groups that stand beside the text: notes are added after the page where they are, boxes after the paragraph. */
export const asides: ReadonlyMap<string, Aside> = new Map([
  ...[...words('footnote annotation header headerl headerr headerf footer footerl footerr footerf')].map(
    (name) => [name, 'note'] as const,
  ),
  ...[...words('shptxt dptxbxtext')].map((name) => [name, 'box'] as const),
  // What can be chosen of a form's list; nothing else of its field is a text.
  ['ffl', 'entry'] as const,
])
export const characters: Record<string, string> = {
  par: '\n',
  line: '\n',
  page: '\f',
  row: '\n',
  nestrow: '\n',
  cell: '\t',
  nestcell: '\t',
  tab: ' ',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\n': '\n',
  '\r': '\n',
}
