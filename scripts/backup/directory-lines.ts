/** What the rest of a backup needs to know of the directory: whose objects there are, and where their bytes lie. */
export class DirectoryLines {
  readonly organizations = new Map<number, string>()
  readonly members: { id: number; key: string; organizationId: number }[] = []
  /** The ids of files, by where their bytes are. */
  readonly files = new Map<string, number>()
  /** Of those whose bytes have to be there. */
  readonly whole: string[] = []

  /** Takes lines as they come. */
  take(lines: string): void {
    for (const line of lines.split('\n')) {
      const table = /^\{"table":"(organizations|users|files)"/.exec(line)?.[1]
      if (!table) continue
      const { row } = JSON.parse(line) as { row: Row }
      if (table === 'organizations') this.organizations.set(row.id, row.object_key)
      else if (table === 'users')
        this.members.push({ id: row.id, key: row.object_key, organizationId: row.organization_id })
      else {
        this.files.set(row.object_key, row.id)
        if (row.status === 'done') this.whole.push(row.object_key)
      }
    }
  }
}

interface Row {
  id: number
  object_key: string
  organization_id: number
  status: string
}
