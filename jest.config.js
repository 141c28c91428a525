const { existsSync } = require('node:fs')
const { join } = require('node:path')

/** Each layer of the tests has its own project; `npm test` runs them one after the other. */
const PROJECTS = [
  'test/client/jest.project.js',
  'test/rules/jest.project.js',
  'server/jest.project.js',
  'test/proof/jest.project.js',
  'test/faults/jest.project.js',
  'test/cluster/jest.project.js',
  'test/containers/jest.project.js',
  'test/weapp/jest.project.js',
  'test/e2e/jest.project.js',
  'test/gallery/jest.project.js',
]

module.exports = {
  projects: PROJECTS.filter((path) => existsSync(join(__dirname, path))).map((path) => `<rootDir>/${path}`),
}
