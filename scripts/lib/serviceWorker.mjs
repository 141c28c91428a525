import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { firstFilesOf } from './h5Sizes.mjs'
import { fromRoot } from './paths.mjs'

/**
 * Files of every early page and of the rest of the app, but of no language: the page tells which one it uses.
 * @param {string} html @param {string[]} assets
 */
function firstAssets(html, assets) {
  const { welcome = [], home = [], rest = [] } = firstFilesOf(html)
  const early = [...welcome, ...home, ...rest]
  const tags = (html.match(/<(?:script|link)\b[^>]*>/g) ?? []).join('')
  return assets.filter((path) => tags.includes(path) || early.includes(`/h5/${path}`))
}

/**
 * Writes `service-worker.js` into an H5 build: src/platform/serviceWorker with the names of the build's files.
 * @param {string} folder the build's output
 */
export function writeServiceWorker(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = Object.entries({ js: '.js', css: '.css', images: '.svg', texts: '.json' }).flatMap(([kind, ending]) =>
    readdirSync(join(folder, 'static', kind))
      .filter((name) => name.endsWith(ending))
      .map((name) => `static/${kind}/${name}`)
      .sort(),
  )
  buildSync({
    entryPoints: [fromRoot('src', 'platform', 'serviceWorker', 'worker.ts')],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    define: {
      ASSETS: JSON.stringify(assets),
      FIRST_ASSETS: JSON.stringify(firstAssets(html, assets)),
    },
  })
}
