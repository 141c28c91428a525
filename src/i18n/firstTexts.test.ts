import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { partOf } from '../../config/textParts'
import { LOCALES } from '../../contract/locales'
import { textsIn } from '../../test/client/messages'
import { ROUTES } from '../routes'
import type { Messages } from './loadMessages'

const SRC = join(__dirname, '..')
const EARLY = ROUTES.filter((route) => 'early' in route).map(({ path }) => join(SRC, `${path}.tsx`))

const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((file) => /\.tsx?$/.test(file) && existsSync(file))

/** The modules that come with these, without what an `import()` brings later. */
function withImports(files: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>()
  const add = (file: string) => {
    if (sources.has(file)) return
    const source = readFileSync(file, 'utf8')
    sources.set(file, source)
    for (const [, path = ''] of source.matchAll(/^(?:import|export)(?! type)[^'"]*? from '(\.[^']+)'/gms)) {
      const found = fileOf(join(dirname(file), path))
      if (found?.startsWith(SRC)) add(found)
    }
  }
  for (const file of files) add(file)
  return sources
}

const keysOf = (messages: Messages) => textsIn(messages).map(([key]) => key.replace(/_(one|other)$/, ''))

/** Titles of other pages, and what can be wrong with an order, a deposit and so on: no early page ever says these. */
const NOT_SAID_EARLY = /^src\/(routes\.ts: title|connected\/Loaded\.tsx: errors)\./

test.each(LOCALES)('an early page says nothing whose text comes later, in any state: %s', (locale) => {
  const json = readFileSync(join(__dirname, `locales/${locale}.json`), 'utf8')
  const later = keysOf(partOf(json, 'rest'))
  expect(new Set([...keysOf(partOf(json, 'first')), ...later])).toEqual(new Set(keysOf(partOf(json, 'app'))))
  const sources = withImports([...EARLY, join(SRC, 'app.tsx')])
  expect(sources.size).toBeGreaterThan(60)
  const used = [...sources].flatMap(([file, source]) => {
    const name = file.replace(SRC, 'src')
    const prefixes = [...source.matchAll(/`((?:[\w-]+\.)+)\$\{/g)].map(([, prefix = '']) => prefix)
    return later
      .filter((key) => source.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix)))
      .map((key) => `${name}: ${key}`)
      .filter((use) => !NOT_SAID_EARLY.test(use))
  })
  expect(used).toEqual([])
})
