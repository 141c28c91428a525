/** Several server processes on one database, some of which are killed. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'cluster',
  rootDir: __dirname,
  // CLUSTER=full also raises the whole of deploy/cluster-local, which needs root, Patroni, etcd and haproxy.
  testMatch: ['<rootDir>/**/*.test.ts', ...(process.env.CLUSTER === 'full' ? ['<rootDir>/failover.long.ts'] : [])],
}
