const { join } = require('node:path')

/** deploy/compose.yaml in real containers: `npm test -- containers`, as root. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'containers',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transformIgnorePatterns: [],
  transform: { '\\.(m|c)?[jt]sx?$': join(__dirname, '../../server/test/esbuildTransform.js') },
}
