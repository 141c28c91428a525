import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CACHE, fromRoot, ROOT } from './paths.mjs'

const IS_TEST = /\.test\.[cm]?[jt]sx?$|(^|\/)testing?\//

/**
 * All files below a path, sorted, relative to the root with forward slashes.
 * @param {string} path relative to the root; a file or a folder
 * @returns {string[]}
 */
export function filesBelow(path) {
  const absolute = fromRoot(path)
  if (!existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [path]
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(ROOT, join(entry.parentPath ?? /** @type {any} */ (entry).path, entry.name)).replaceAll('\\', '/'),
    )
    .sort()
}

/**
 * One hash of everything that a build reads. Tests do not count.
 * @param {string[]} paths files and folders, relative to the root
 * @param {string[]} facts other things that change the result, e.g. environment switches
 */
export function hashInputs(paths, facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const file of paths.flatMap(filesBelow).filter((path) => !IS_TEST.test(path))) {
    hash.update(`\0${file}\0`).update(readFileSync(fromRoot(file)))
  }
  return hash.digest('hex')
}

/** @param {string} name */
const stampOf = (name) => join(CACHE, `${name}.stamp`)

/**
 * Whether the build `name` was made from exactly these inputs and its output still exists.
 * @param {string} name @param {string} hash @param {string} output
 */
export function isFresh(name, hash, output) {
  return existsSync(output) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hash
}

/** Called before a build begins, so that a half-made output never passes for a finished one. @param {string} name */
export function forgetBuild(name) {
  rmSync(stampOf(name), { force: true })
}

/** @param {string} name @param {string} hash */
export function markFresh(name, hash) {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(stampOf(name), hash)
}
