/**
 * JSON can spell one receipt in many ways, and parsers read some of them differently: a field that occurs twice, 30.0
 * for 30. Only the plain spelling is a receipt (docs/PROOF_FORMAT.md, "The file").
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|-?\d[\d.eE+-]*/g
const INTEGER = /^(0|[1-9]\d*)$/

/** Whether no object of a text that is JSON has a field twice, and each number is a whole one in plain digits. */
function isPlain(json: string): boolean {
  /** The names so far of each object around the place; undefined for a list. */
  const around: (Set<string> | undefined)[] = []
  let before = ''
  for (const token of json.match(TOKEN) ?? []) {
    if (token === '{') around.push(new Set())
    else if (token === '[') around.push(undefined)
    else if (token === '}' || token === ']') around.pop()
    else if (token === ':') {
      const name: string = JSON.parse(before)
      const names = around[around.length - 1]
      if (names?.has(name)) return false
      names?.add(name)
    } else if (!token.startsWith('"') && !INTEGER.test(token)) return false
    before = token
  }
  return true
}

/** The content of a text from outside: a receipt, or a file with one. Undefined unless it is JSON spelled plainly. */
export function readPlainJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isPlain(text) ? value : undefined
  } catch {
    return undefined
  }
}
