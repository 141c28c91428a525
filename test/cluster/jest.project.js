const { join } = require('node:path')

/** Several server processes on one database, some of which are killed. Listed by the root's jest.config.js. */
module.exports = {
  displayName: 'cluster',
  id: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  // CLUSTER=full also raises the whole of deploy/cluster-local, which needs root, Patroni, etcd and haproxy.
  testMatch: ['<rootDir>/**/*.test.ts', ...(process.env.CLUSTER === 'full' ? ['<rootDir>/failover.long.ts'] : [])],
  transformIgnorePatterns: [],
  transform: { '\\.(m|c)?[jt]sx?$': join(__dirname, '../../server/test/esbuildTransform.js') },
}
