import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot, ROOT } from './paths.mjs'

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Every package that is shipped and installed here, by its place in the lock file. */
function shippedPackages() {
  return Object.entries(readJson(fromRoot('package-lock.json')).packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link && existsSync(join(ROOT, path)))
    .map(([path, { version, license, integrity }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      license,
      integrity,
      folder: join(ROOT, path),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'))
}

/** The texts that a package asks to pass on with it. @param {string} folder */
const noticesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())

/** Notices of all that is shipped; packages with the same text share one entry. */
export function thirdPartyNotices() {
  /** @type {Map<string, string[]>} */
  const byText = new Map()
  for (const { name, version, license, folder } of shippedPackages()) {
    const text = noticesIn(folder).join('\n\n') || `${license} (the package brings no text of it)`
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...byText].map(([text, packages]) => `${[...new Set(packages)].join('\n')}\n\n${text}\n`)
  return parts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** `@scope/name` as a package URL has it. @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * The shipped packages as CycloneDX 1.5, from the lock file. `npm sbom` does not fit: it leaves out what packages
 * for development also need, or stops if they want other versions.
 */
export function billOfMaterials() {
  const { name, version } = readJson(fromRoot('package.json'))
  const components = new Map()
  for (const { name, version, license, integrity } of shippedPackages()) {
    const purl = purlOf(name, version)
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [{ expression: license }],
      hashes: hashesOf(integrity),
    })
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': purlOf(name, version), name, version } },
    components: [...components.values()],
  }
}

/** `sha512-<base64>` of the lock file. @param {string | undefined} integrity */
function hashesOf(integrity) {
  const base64 = integrity?.match(/^sha512-(\S+)/)?.[1]
  return base64 ? [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] : []
}

/** Writes both into a folder that is about to be shipped. @param {string} target */
export function writeInventory(target) {
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices())
}
