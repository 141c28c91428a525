const { join } = require('node:path')

/** Real processes that are killed for real. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'faults',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transformIgnorePatterns: [
    '/node_modules/(?!(typebox|uuid|node-pg-migrate|commander|glob|path-scurry|lru-cache|minimatch|minipass|brace-expansion|balanced-match)/)',
  ],
  transform: { '\\.[cm]?[jt]s$': join(__dirname, '../../server/test/esbuildTransform.js') },
}
