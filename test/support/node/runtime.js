const { createRequire, isBuiltin } = require('node:module')
const { join, sep } = require('node:path')
const { compileFunction } = require('node:vm')
const { default: Runtime } = require('jest-runtime')
const { loadTypeScript } = require('./typescript')

const root = join(__dirname, '../../..')
/** The tested code. No module of it keeps a state, so files that run one after the other may share it. */
const SHARED = ['server/src', 'contract'].map((folder) => join(root, folder) + sep)

loadTypeScript(SHARED)

/** @param {string | undefined} name as it was required */
const isPackage = (name) => name !== undefined && /^[@\w]/.test(name) && !isBuiltin(name)

/** @param {string} path */
const isShared = (path) => SHARED.some((folder) => path.startsWith(folder)) && !/\.test\.ts$/.test(path)

/** Test files and their helpers are loaded for each file; packages and what is tested once per worker, by Node. */
module.exports = class extends Runtime {
  constructor(...args) {
    super(...args)
    const { executor } = this
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
  }

  requireModule(from, name, options, isActual) {
    if (options?.isInternalModule || name === undefined || isBuiltin(name))
      return super.requireModule(from, name, options, isActual)
    const load = createRequire(from)
    if (isPackage(name) || isShared(load.resolve(name))) return load(name)
    return super.requireModule(from, name, options, isActual)
  }
}
