// node scripts/pinned.cjs <script> […]: runs a script of this folder on the pinned runtime, which it installs with the packages
// if they are missing. CommonJS that any Node.js reads, so that one which is too old gets a sentence.
const OLDEST_NODE = 18

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `fairtick: this is Node.js ${process.versions.node} and Fairtick needs ${OLDEST_NODE} or later: install it from ` +
      'https://nodejs.org and run the command again.\n',
  )
  process.exit(1)
}
void import('./lib/launch.mjs')
