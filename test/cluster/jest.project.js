const { join } = require('node:path')

/** Several server processes on one database, some of which are killed. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'cluster',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transformIgnorePatterns: [],
  transform: { '\\.(m|c)?[jt]sx?$': join(__dirname, '../../server/test/esbuildTransform.js') },
}
