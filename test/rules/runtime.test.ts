import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseOtherRuntime } from '../../scripts/lib/install.mjs'

const ROOT = join(__dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

test('the hashes are of the version that package.json names', () => {
  expect(readJson('scripts/lib/runtimeHashes.json').version).toBe(readJson('package.json').dependencies.node)
})

test('the runtime as released passes, and one with another byte does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-runtime-'))
  const runtime = join(folder, 'node')
  copyFileSync(join(ROOT, 'node_modules/node/bin/node'), runtime)
  const hashes = readJson('scripts/lib/runtimeHashes.json')
  expect(() => refuseOtherRuntime(runtime, hashes)).not.toThrow()
  writeFileSync(runtime, 'x', { flag: 'a' })
  const platform = `${process.platform}-${process.arch}`
  if (hashes.sha256[platform]) {
    expect(() => refuseOtherRuntime(runtime, hashes)).toThrow(/is not Node\.js 24.* as released: delete node_modules/)
  }
  rmSync(folder, { recursive: true })
})

test('every command of npm begins on any Node.js: it goes on with the pinned one, or says in a sentence what it needs', () => {
  for (const command of Object.values(readJson('package.json').scripts))
    expect(command).toMatch(/^node scripts\/pinned\.cjs \w+$/)
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-older-'))
  const [preload, seen] = [join(folder, 'older.cjs'), join(folder, 'seen')]
  /** A command's behavior under this version: only the first process takes itself for it. */
  const under = (version: string) => {
    writeFileSync(
      preload,
      `require('node:fs').appendFileSync(${JSON.stringify(seen)}, process.execPath + '\\n')
       if (process.env.FIRST_PROCESS !== 'over') {
         Object.defineProperty(process, 'version', { value: 'v${version}' })
         Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
         process.env.FIRST_PROCESS = 'over'
       }`,
    )
    return spawnSync(process.execPath, ['--require', preload, join(ROOT, 'scripts/pinned.cjs'), 'check', 'nothing'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_OPTIONS: `--require ${preload}` },
    })
  }
  const old = under('16.20.2')
  expect([old.status, old.stderr]).toEqual([
    1,
    'fairtick: this is Node.js 16.20.2 and Fairtick needs 18 or later: install it from https://nodejs.org and run the command again.\n',
  ])
  rmSync(seen)
  expect(under('18.20.8').stderr).toContain('No check is called nothing')
  const runtimes = readFileSync(seen, 'utf8').trim().split('\n')
  expect(runtimes.at(-1)).toBe(join(ROOT, 'node_modules/node/bin/node'))
  rmSync(folder, { recursive: true })
})
