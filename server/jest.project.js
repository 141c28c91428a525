/** The server's jest project: real database, TypeScript by esbuild. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'server',
  // One with the other layers that run the server: their transformed files are kept in one place.
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: { '\\.(m|c)?[jt]sx?$': '<rootDir>/test/esbuildTransform.js' },
  // More and more packages ship ES modules only; the transformer leaves CommonJS ones as they are.
  transformIgnorePatterns: [],
  setupFilesAfterEnv: ['<rootDir>/test/setupFile.ts'],
  globalSetup: '<rootDir>/test/globalSetup.ts',
  globalTeardown: '<rootDir>/test/globalTeardown.ts',
}
