/** What systems put into folders by themselves, and what is hidden there (`.git`), nobody means to add. */
const unmeant = /^(\..*|__MACOSX|Thumbs\.db|desktop\.ini)$/i

/**
 * The files of a drop, those in folders and folders of folders too. What cannot be read is left out.
 * Must be called while the drop is being handled: what is dropped cannot be asked for later.
 */
export async function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<File[]> {
  const dropped = [...items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry?.isDirectory) return filesIn(entry as FileSystemDirectoryEntry)
    return item.getAsFile() ?? []
  })
  return (await Promise.all(dropped)).flat()
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = []
  for (const entry of await entriesOf(folder)) {
    if (unmeant.test(entry.name)) continue
    if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)))
    else files.push(...(await fileOf(entry as FileSystemFileEntry)))
  }
  return files
}

/** A reader returns some of the entries at a time, until it returns none. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (next.length === 0) return entries
    entries.push(...next)
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File[]>((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  )
