const { join } = require('node:path')

/** What the jest projects share whose tests need no browser's globals in their own process. */
module.exports = {
  // Their transformed files are kept in one place.
  id: 'node',
  testEnvironment: join(__dirname, 'environment.js'),
  runtime: join(__dirname, 'runtime.js'),
  setupFilesAfterEnv: [join(__dirname, '../timeLimit.js')],
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '\\.[cm]?[jt]sx?$': join(__dirname, '../../../server/test/esbuildTransform.js') },
}
