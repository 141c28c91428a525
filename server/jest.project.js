const { join } = require('node:path')

/** The server's jest project: real database, TypeScript by esbuild. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../test/support/node/project'),
  displayName: 'server',
  rootDir: __dirname,
  setupFilesAfterEnv: [join(__dirname, 'test/setupFile.ts')],
  globalSetup: join(__dirname, 'test/globalSetup.ts'),
  globalTeardown: join(__dirname, 'test/globalTeardown.ts'),
}
