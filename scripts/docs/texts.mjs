// node scripts/docs/texts.mjs: writes src/i18n/texts.ts, the keys of all texts and the values that each one names, from
// the English texts. The check "locales" compares it.
import { writeFileSync } from 'node:fs'
import { flatten } from '../checks/localeTexts.mjs'
import { fromRoot } from '../lib/paths.mjs'
import { readTexts } from '../lib/texts.mjs'

const FILE = fromRoot('src', 'i18n', 'texts.ts')
const PLURAL = /_(zero|one|two|few|many|other)$/

/** The file as it should be. */
export function textsModule() {
  const names = new Map()
  for (const [full, text] of flatten(readTexts('en-US'))) {
    const key = full.replace(PLURAL, '')
    const values = names.get(key) ?? new Set(PLURAL.test(full) ? ['count'] : [])
    for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) values.add(name)
    names.set(key, values)
  }
  const lines = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => {
      const type = [...values].sort().map((name) => `'${name}'`)
      return `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${type.length > 0 ? type.join(' | ') : 'never'}`
    })
  return `/** Every text by its key, with the values that it names. Made by \`node scripts/docs/texts.mjs\` from locales/en-US.json. */
export interface Texts {
${lines.join('\n')}
}
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, textsModule())
