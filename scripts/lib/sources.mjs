import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ROOT } from './paths.mjs'

/**
 * Files of the repository, tracked or new but not ignored, relative to the root and sorted. The working directory of
 * every command is the root, so the names can be opened as they are.
 * @param {string[]} below folders or files; none: everything
 * @returns {string[]}
 */
export function sourceFiles(below = []) {
  process.chdir(ROOT)
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...below]
  const listed = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(path)).sort()
}
