const { join } = require('node:path')

/** The built mini program on the real server, run in this process. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'weapp',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  // The browser's driver ships ES modules only.
  transformIgnorePatterns: [],
  transform: { '\\.[cm]?[jt]s$': join(__dirname, '../../server/test/esbuildTransform.js') },
  globalSetup: '<rootDir>/globalSetup.ts',
  globalTeardown: '<rootDir>/globalTeardown.ts',
  setupFilesAfterEnv: ['<rootDir>/setupFile.ts'],
}
