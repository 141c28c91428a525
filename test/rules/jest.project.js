/** The house rules of `npm run check`, tested themselves: what each refuses and what it lets pass. No database. */
module.exports = {
  ...require('../support/node/project'),
  displayName: 'rules',
  rootDir: __dirname,
  moduleFileExtensions: ['ts', 'mjs', 'js', 'json'],
}
