/** A line that gives something a value: `Invoice no.: 17-A`, `請求書番号：17-A`. */
export interface FoundField {
  name: string
  value: string
}

// oxlint-disable-next-line regexp/no-super-linear-backtracking -- reads `longest` characters at most
const line = /^[\s•‣▪●○◆■□・–-]*([^:：\t]{1,40}?)\s*[:：]\s*(\S.{0,199})$/u
/** Characters of a line that may be a field: what is longer would only keep the pattern busy. */
const longest = 300
/** A clock's time, an address, or a sentence that goes on after its colon. */
const noName = /\d$|^(https?|ftp|mailto)$|[。!?！？、]|[.,]\s/iu

/** The fields of a text, in its order. */
export function fieldsIn(text: string): FoundField[] {
  return text.split('\n').flatMap((untrimmed) => {
    const each = untrimmed.trim()
    const [, name, value] = (each.length <= longest && line.exec(each)) || []
    if (!name || !value || noName.test(name) || value.startsWith('//')) return []
    return [{ name: name.trim(), value: value.trim() }]
  })
}
