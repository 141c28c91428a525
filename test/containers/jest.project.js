/** deploy/compose.yaml in real containers: `npm test -- containers`, as root. Listed by the root's jest.config.js. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'containers',
  rootDir: __dirname,
}
