import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { buildSync } from 'esbuild'
import { fromRoot } from '../../scripts/lib/paths.mjs'

/** Where packages are found from, as from dist/server. */
const folder = fromRoot('node_modules', '.cache', `loaded-${process.pid}`)
/** Modules that a node loads when they are first needed: each of these is some MB of memory. */
const LATER = [
  '@aws-sdk/client-s3',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@redis/client',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'fast-xml-parser',
  'libheif-js',
  'node-pg-migrate',
  'openid-client',
  'sharp',
  'web-push',
]

beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true }))

/** The files of packages that a process has in memory once it has loaded `source`, a module of the server's. */
function loadedWith(source: string): string[] {
  const outfile = `${folder}/${source.replaceAll('/', '-')}.js`
  const format = { bundle: true, platform: 'node', format: 'cjs', packages: 'external' } as const
  buildSync({ ...format, entryPoints: [fromRoot(source)], outfile })
  const script = 'require(process.argv[1]); console.log(Object.keys(require.cache).join("\\n"))'
  const files = execFileSync(process.execPath, ['-e', script, outfile], { encoding: 'utf8' }).split('\n')
  return files.flatMap((file) => /.*\/node_modules\/(?!\.)(.+)/.exec(file)?.[1] ?? [])
}

test('a node holds nothing in memory for what is not in use', () => {
  const loaded = loadedWith('server/src/server.ts')
  const isLoaded = (name: string) => loaded.some((file) => file.startsWith(`${name}/`))
  // The test looks at the right thing: these are always needed.
  expect(['fastify', 'pg', 'ws', 'prom-client', 'libphonenumber-js'].filter(isLoaded)).toHaveLength(5)
  expect(LATER.filter(isLoaded)).toEqual([])
})

/** Each `const { name } = await import('package')` of the server: [package, name]. */
const namesLoadedLater = () =>
  globSync('server/src/**/*.ts', { cwd: fromRoot() })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(fromRoot(file), 'utf8').matchAll(/const \{ (.+) \} = await import\('([^.'][^']*)'\)/g),
    ])
    .flatMap(([, names = '', from = '']) => names.split(', ').map((name) => [from, name.split(':')[0] ?? '']))

test('what is loaded later is there under its name, as Node.js reads the package itself', () => {
  const names = namesLoadedLater()
  expect(names).toContainEqual(['node-pg-migrate', 'runner'])
  const script = `const names = JSON.parse(process.argv[1])
    Promise.all(names.map(async ([from, name]) => name in (await import(from)))).then((found) => console.log(JSON.stringify(found)))`
  const found = execFileSync(process.execPath, ['-e', script, JSON.stringify(names)], { encoding: 'utf8' })
  expect(names.filter((_, index) => !(JSON.parse(found) as boolean[])[index])).toEqual([])
})
