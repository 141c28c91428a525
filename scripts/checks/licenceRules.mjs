/**
 * Allowed licences of shipped packages: none requires more than the notice, and the LGPL's libraries (libvips, libheif)
 * are separate files that can be replaced.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
])

/** "(MIT OR GPL-2.0)" is allowed by one of its sides, "MIT AND ISC" by both. @param {string} expression */
export const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((side) => side.split(/\s+AND\s+/).every((name) => ALLOWED.has(name.trim())))

/**
 * @param {Record<string, { license?: string, dev?: boolean, link?: boolean }>} packages of package-lock.json
 * @returns {string[]}
 */
export function licenceProblems(packages) {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    if (path === '' || dev || link) return []
    if (license === undefined) return [`${name} says nothing of its licence in package-lock.json`]
    return isAllowed(license) ? [] : [`${name} is under ${license}, which licenceRules.mjs does not allow`]
  })
}
