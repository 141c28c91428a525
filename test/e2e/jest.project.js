const { join } = require('node:path')

/** The built app on the real server in a real browser. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'e2e',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  // The browser's driver ships ES modules only, and so do most of the packages it depends on.
  transformIgnorePatterns: [],
  transform: { '\\.[cm]?[jt]s$': join(__dirname, '../../server/test/esbuildTransform.js') },
  globalSetup: '<rootDir>/globalSetup.ts',
  globalTeardown: '<rootDir>/globalTeardown.ts',
  setupFilesAfterEnv: ['<rootDir>/setupFile.ts'],
}
