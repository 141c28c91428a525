/** How every screen of the gallery looks. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'gallery',
  rootDir: __dirname,
}
