import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Limits in KB (1000 bytes) of gzip; docs/ARCHITECTURE.md names the same figures. */
export const LIMITS = { firstScreenJs: 126, chunkJs: 60 }

const KB = 1000
/** @param {string} path */
const gzipKb = (path) => gzipSync(readFileSync(path), { level: 9 }).length / KB

/**
 * The files that the HTML requests besides its tags: the files of the page in the address and of the language.
 * @param {string} html @returns {Record<string, string[]>}
 */
export function firstFilesOf(html) {
  const block = html.match(/<script type="application\/json" id="first-screens">(.*?)<\/script>/s)
  return block ? JSON.parse(block[1]).files : {}
}

/**
 * Scripts that the home page requests before it is ready, in the default language: those of the HTML and those that its
 * inline script preloads.
 * @param {string} html
 * @returns {string[]} file names below /h5/
 */
function scriptsOf(html) {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const paths = tags.flatMap((tag) => {
    if (tag.startsWith('<link') && !/rel="?(?:module)?preload/.test(tag)) return []
    return tag.match(/(?:src|href)="?\/h5\/([^"\s>]+\.js)/)?.[1] ?? []
  })
  const { home = [], 'zh-CN': locale = [] } = firstFilesOf(html)
  const later = [...home, ...locale].filter((file) => file.endsWith('.js')).map((file) => file.replace('/h5/', ''))
  return [...new Set([...paths, ...later])]
}

/**
 * Sizes of an H5 build, gzip.
 * @param {string} folder the build's output
 * @returns {{ firstScreenJs: number, css: number, files: { name: string, kb: number, first: boolean }[], problems: string[] }}
 */
export function measureH5(folder) {
  const first = new Set(
    scriptsOf(readFileSync(join(folder, 'index.html'), 'utf8')).map((path) => path.split('/').pop()),
  )
  const js = join(folder, 'static', 'js')
  const css = join(folder, 'static', 'css')
  const files = readdirSync(js)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, kb: gzipKb(join(js, name)), first: first.has(name) }))
    .sort((a, b) => b.kb - a.kb)
  const firstScreenJs = files.reduce((total, file) => total + (file.first ? file.kb : 0), 0)
  const styles = existsSync(css) ? readdirSync(css).filter((name) => name.endsWith('.css')) : []
  const problems = files
    .filter((file) => !file.first && file.kb > LIMITS.chunkJs)
    .map((file) => `${file.name} has ${file.kb.toFixed(1)} KB, more than the ${LIMITS.chunkJs} KB of a page's chunk`)
  if (firstScreenJs > LIMITS.firstScreenJs) {
    problems.push(
      `the first screen needs ${firstScreenJs.toFixed(1)} KB of scripts, more than ${LIMITS.firstScreenJs} KB`,
    )
  }
  return { firstScreenJs, css: styles.reduce((total, name) => total + gzipKb(join(css, name)), 0), files, problems }
}

/**
 * The sizes as a table for the terminal, the twelve largest files by name.
 * @param {ReturnType<typeof measureH5>} sizes
 */
export function sizeTable({ firstScreenJs, css, files }) {
  /** @param {string} label @param {number} kb @param {string} note */
  const row = (label, kb, note) => `  ${label.padEnd(44)}${kb.toFixed(1).padStart(8)} KB  ${note}`
  const largest = files.slice(0, 12).map((file) => row(file.name, file.kb, file.first ? 'first screen' : 'on demand'))
  return [
    row('first screen, scripts', firstScreenJs, `limit ${LIMITS.firstScreenJs}`),
    row('all styles', css, ''),
    ...largest,
  ].join('\n')
}
