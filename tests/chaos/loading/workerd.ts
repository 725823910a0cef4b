import { readdirSync, readFileSync } from 'node:fs'

/** The processes of workerd that descend from this one. */
function processes(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.flatMap((pid) => entryOf(Number(pid))))
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)!.parent))
  return [...parents].filter(([pid, { name }]) => name === 'workerd' && isOurs(pid)).map(([pid]) => pid)
}

function entryOf(pid: number): [number, { name: string; parent: number }][] {
  const stat = read(pid, 'stat')
  const [, name, parent] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
  return name === undefined ? [] : [[pid, { name, parent: Number(parent) }]]
}

/** Empty for a process that has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Megabytes that they have in memory together. */
export const memory = (): number =>
  processes().reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0), 0) / 1024

/** Seconds of processor time that they have taken together; a tick is 10 ms. */
export const processorTime = (): number =>
  processes().reduce((sum, pid) => {
    const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
  }, 0)
