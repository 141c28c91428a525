/** The built app on the real server in a real browser. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'e2e',
  rootDir: __dirname,
  globalSetup: '<rootDir>/globalSetup.ts',
  globalTeardown: '<rootDir>/globalTeardown.ts',
}
