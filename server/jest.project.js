const { join } = require('node:path')
const project = require('../test/support/node/project')

/** The server's jest project: real database, TypeScript by esbuild. Listed by the root's jest.config.js. */
module.exports = {
  ...project,
  displayName: 'server',
  rootDir: __dirname,
  setupFilesAfterEnv: [...project.setupFilesAfterEnv, join(__dirname, 'test/setupFile.ts')],
  globalSetup: join(__dirname, 'test/globalSetup.ts'),
  globalTeardown: join(__dirname, 'test/globalTeardown.ts'),
}
