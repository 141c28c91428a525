/** The server's jest project: real database, TypeScript by esbuild. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '\\.(m|c)?[jt]sx?$': '<rootDir>/test/esbuildTransform.js' },
  // These packages ship ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(typebox|uuid|kysely|node-pg-migrate|commander|glob|path-scurry|lru-cache|minimatch|minipass|brace-expansion|balanced-match)/)',
  ],
  globalSetup: '<rootDir>/test/globalSetup.ts',
  globalTeardown: '<rootDir>/test/globalTeardown.ts',
}
