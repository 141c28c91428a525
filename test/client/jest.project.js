const { join } = require('node:path')

const root = join(__dirname, '../..')
/** Packages that ship ES modules only and must go through Babel. */
const ES_MODULES = [
  '@noble',
  '@tarojs',
  'lodash-es',
  'taro-ui',
  'query-string',
  'typebox',
  'decode-uri-component',
  'filter-obj',
  'split-on-first',
]

/** The contract's own rules, the kit for the proof, components, stores, pure code, the H5 build's own parts and the console's, in jsdom. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'client',
  rootDir: root,
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['browser', 'require', 'default'] },
  testMatch: [
    '<rootDir>/contract/**/*.test.ts',
    '<rootDir>/proof/**/*.test.ts',
    '<rootDir>/src/**/*.test.ts',
    '<rootDir>/src/**/*.test.tsx',
    '<rootDir>/console/**/*.test.ts',
  ],
  setupFiles: ['<rootDir>/test/client/environment.js'],
  setupFilesAfterEnv: ['<rootDir>/test/support/timeLimit.js', '<rootDir>/test/client/setup.ts'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/test/client/transform.js' },
  transformIgnorePatterns: [`/node_modules/(?!(?:${ES_MODULES.join('|')})/)`],
  moduleNameMapper: {
    '\\.(png|svg)$': '<rootDir>/test/client/fileStub.js',
    '\\.s?css$': '<rootDir>/test/client/fileStub.js',
    '^\\./loadMessages$': '<rootDir>/test/client/loadMessages.ts',
    '^@tarojs/taro$': '<rootDir>/test/client/taro.ts',
    '^@tarojs/components$': '<rootDir>/src/h5/components/index.ts',
  },
}
