import { readFileSync } from 'node:fs'
import { sourceFiles } from '../lib/sources.mjs'
import { importsOf } from './importReader.mjs'
import { violationOf } from './importRules.mjs'

export const title = 'imports go the allowed ways (docs/ARCHITECTURE.md)'

export async function run() {
  return sourceFiles(['src', 'server', 'contract', 'proof', 'tools', 'console'])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      importsOf(file, readFileSync(file, 'utf8')).flatMap((found) => {
        const reason = violationOf(file, found)
        return reason ? [`${file}:${found.line} imports '${found.specifier}': ${reason}`] : []
      }),
    )
}
