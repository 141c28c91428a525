const { join } = require('node:path')

/** The house rules of `npm run check`, tested themselves: what each refuses and what it lets pass. No database. */
module.exports = {
  displayName: 'rules',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '\\.(m|c)?[jt]sx?$': join(__dirname, '../../server/test/esbuildTransform.js') },
  // Some packages ship ES modules only; the transformer leaves CommonJS ones as they are.
  transformIgnorePatterns: [],
  moduleFileExtensions: ['ts', 'mjs', 'js', 'json'],
}
