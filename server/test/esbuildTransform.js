// TypeScript and ESM-only packages, turned into CommonJS for jest by esbuild: no type checks here, `tsc` does those.
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const { transformSync, version } = require('esbuild')

const self = createHash('sha256').update(readFileSync(__filename)).update(version).digest('hex')
/** A line that begins so, or the end of a minified module. */
const ES_MODULE = /^\s*(import|export)\b|[;}]export\s*\{[^{}]*\};?\s*(\/\/.*)?\s*$/m
const LOADERS = { ts: 'ts', tsx: 'tsx', mts: 'ts', cts: 'ts', js: 'js', mjs: 'js', cjs: 'js', jsx: 'jsx' }

module.exports = {
  getCacheKey: (source, path) => createHash('sha256').update(self).update(path).update(source).digest('hex'),
  process(source, path) {
    if (path.includes('/node_modules/') && path.endsWith('js') && !ES_MODULE.test(source)) return { code: source }
    const { code } = transformSync(source, {
      loader: LOADERS[path.split('.').pop()] ?? 'js',
      format: 'cjs',
      target: 'node22',
      platform: 'node',
      jsx: 'automatic',
      // Jest's CommonJS mode has no import(): it becomes a require in a promise.
      supported: { 'dynamic-import': false },
      sourcefile: path,
      sourcemap: 'inline',
      define: { 'import.meta.url': '__importMetaUrl', 'import.meta.dirname': '__dirname' },
      banner: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;",
    })
    return { code }
  },
}
