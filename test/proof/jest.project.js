/**
 * The server's proofs, checked by the client's code and by the auditors' script. Real database, as in the server's
 * tests.
 */
module.exports = {
  ...require('../../server/jest.project'),
  displayName: 'proof',
  rootDir: __dirname,
}
