// Babel takes twenty times as long as esbuild, and only Babel lifts `jest.mock` above the imports.
const babel = require('babel-jest').default.createTransformer()
const esbuild = require('../../server/test/esbuildTransform.js')

const transformerOf = (source) => (source.includes('jest.mock(') ? babel : esbuild)

module.exports = {
  getCacheKey: (source, ...rest) => transformerOf(source).getCacheKey(source, ...rest),
  process: (source, ...rest) => transformerOf(source).process(source, ...rest),
}
