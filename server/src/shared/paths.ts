import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder that holds `package.json` and `server/sql`. The same code runs from server/src and, bundled, from
 * dist/server, so the root is looked for upwards rather than counted in "..".
 */
export function projectRoot(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'server', 'sql'))) return folder
    if (dirname(folder) === folder) throw new Error(`No folder with package.json and server/sql above ${__dirname}`)
  }
}
