const { readFileSync } = require('node:fs')
const Module = require('node:module')
const { process: transform } = require('../../../server/test/esbuildTransform')

/** Lets Node's own loader take the TypeScript below these folders. @param {string[]} folders */
exports.loadTypeScript = (folders) => {
  const { '.js': js, '.ts': _, ...others } = Module._extensions
  for (const extension of Object.keys(Module._extensions)) delete Module._extensions[extension]
  const ts = (module, filename) => {
    const source = readFileSync(filename, 'utf8')
    // Of other files Jest's own hook has the source next.
    const code = folders.some((folder) => filename.startsWith(folder)) ? transform(source, filename).code : source
    module._compile(code, filename)
  }
  // In this order a name without its ending is looked for: there may be both `texts.ts` and `texts.json`.
  Object.assign(Module._extensions, { '.js': js, '.ts': ts, ...others })
}
