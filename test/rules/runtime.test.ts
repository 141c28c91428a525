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
