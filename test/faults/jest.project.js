/** Real processes that are killed for real. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'faults',
  rootDir: __dirname,
}
