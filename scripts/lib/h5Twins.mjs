import { basename } from 'node:path'
import { fromRoot } from './paths.mjs'

/** The components that are drawn in another way in browsers, as `config/h5/slim.ts` has them. @type {import('esbuild').Plugin} */
export const h5Twins = {
  name: 'h5 twins',
  setup(plugin) {
    plugin.onResolve({ filter: /\/(Icon|Drawing)$/ }, ({ importer, path }) =>
      /[\\/]h5[\\/]/.test(importer) ? undefined : { path: fromRoot('src', 'h5', `${basename(path)}.tsx`) },
    )
  },
}
