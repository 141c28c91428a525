// node scripts/collectServer.mjs <folder> [--runtime]: the built server with everything that it needs to run and nothing else,
// for a container image or a plain host, with a bill of materials and the notices of others' packages. Packages are those that
// the bundles name, with all that these depend on; --runtime adds the pinned Node.js, compared with its hash.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { PINNED_NODE, refuseOtherRuntime } from './lib/install.mjs'
import { writeInventory } from './lib/inventory.mjs'
import { ROOT } from './lib/paths.mjs'
import { Refusal, runMain, say } from './lib/say.mjs'

const FOLDERS = ['dist/server', 'dist/h5', 'dist/console', 'server/sql', 'server/content']
const NEEDED = 'dist/server'

/** Packages that a bundle loads. @param {string} text */
function packagesIn(text) {
  const names = [...text.matchAll(/\b(?:require|import)\("([^"./][^"]*)"\)/g)].map(([, name]) => name)
  return names
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/**
 * Where Node finds a package from a folder on.
 * @returns {string | undefined}
 * @param {string} name @param {string} from
 */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === ROOT || dirname(folder) === folder) return undefined
  }
}

/** Folders of these packages and of all that they depend on, below the root. @param {Iterable<string>} names */
function closureOf(names) {
  const folders = new Set()
  /** @param {string} name @param {string} from @param {boolean} optional */
  const visit = (name, from, optional) => {
    const folder = findPackage(name, from)
    if (!folder && !optional) throw new Refusal(`The package ${name} is not installed.`)
    if (!folder || folders.has(folder)) return
    folders.add(folder)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const each of Object.keys(manifest.dependencies ?? {})) visit(each, folder, false)
    const maybe = { ...manifest.optionalDependencies, ...manifest.peerDependencies }
    for (const each of Object.keys(maybe)) visit(each, folder, true)
  }
  for (const name of names) visit(name, ROOT, false)
  return [...folders]
}

await runMain(async () => {
  const [target, ...flags] = process.argv.slice(2)
  if (!target) throw new Refusal('node scripts/collectServer.mjs <folder> [--runtime]')
  if (existsSync(target) && readdirSync(target).length > 0) throw new Refusal(`${target} is not empty.`)
  if (!existsSync(join(ROOT, NEEDED, 'main.js'))) throw new Refusal('Build the server first: npm run build:server.')
  const bundles = readdirSync(join(ROOT, NEEDED)).filter((name) => name.endsWith('.js'))
  const names = new Set(bundles.flatMap((name) => packagesIn(readFileSync(join(ROOT, NEEDED, name), 'utf8'))))
  mkdirSync(target, { recursive: true })
  for (const folder of FOLDERS) {
    const source = join(ROOT, folder)
    if (existsSync(source)) cpSync(source, join(target, folder), { recursive: true })
    else say(`without ${folder}, which is not built`)
  }
  const packages = closureOf(names)
  for (const folder of packages) {
    // Packages within a package come on their own, if they are needed.
    const within = join(folder, 'node_modules')
    cpSync(folder, join(target, relative(ROOT, folder)), {
      recursive: true,
      dereference: true,
      filter: (source) => source !== within,
    })
  }
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ name, version, license, private: true }, null, 2)}\n`)
  if (flags.includes('--runtime')) {
    mkdirSync(join(target, 'bin'))
    if (!existsSync(PINNED_NODE)) throw new Refusal('The pinned Node.js is missing: "npm rebuild node" brings it.')
    refuseOtherRuntime(PINNED_NODE)
    cpSync(PINNED_NODE, join(target, 'bin', 'node'), { dereference: true })
  }
  writeInventory(target)
  say(`${packages.length} packages and the server are in ${resolve(target)}`)
})
