const { join } = require('node:path')

const server = join(__dirname, '../../server')

/**
 * The server's proofs, checked by the client's code and by the auditors' script. Real database, as in the server's
 * tests.
 */
module.exports = {
  displayName: 'proof',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '\\.(m|c)?[jt]sx?$': join(server, 'test/esbuildTransform.js') },
  transformIgnorePatterns: [],
  setupFilesAfterEnv: [join(server, 'test/setupFile.ts')],
  globalSetup: join(server, 'test/globalSetup.ts'),
  globalTeardown: join(server, 'test/globalTeardown.ts'),
}
