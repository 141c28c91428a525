const { createRequire, isBuiltin } = require('node:module')
const { compileFunction } = require('node:vm')
const { default: Runtime } = require('jest-runtime')

/** @param {string | undefined} name as it was required */
const isPackage = (name) => name !== undefined && /^[@\w]/.test(name) && !isBuiltin(name)

/** Each test file loads the project's own files again; packages are loaded once per worker, by Node. */
module.exports = class extends Runtime {
  constructor(...args) {
    super(...args)
    const { executor } = this
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
  }

  requireModule(from, name, options, isActual) {
    if (isPackage(name) && !options?.isInternalModule) return createRequire(from)(name)
    return super.requireModule(from, name, options, isActual)
  }
}
