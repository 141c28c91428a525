import { forgetBuild, hashInputs, isFresh, markFresh } from './inputs.mjs'
import { fromRoot } from './paths.mjs'
import { capture } from './run.mjs'
import { Refusal, say, secondsSince } from './say.mjs'

/** Environment variables that change what the H5 build contains. */
const H5_SWITCHES = ['TARO_APP_ANTI_DEBUG', 'TARO_APP_API_ORIGIN', 'TARO_APP_PROOF_PIN', 'TARO_APP_PRICE_SIGNERS']

/** Those of the mini program's build. */
const WEAPP_SWITCHES = ['TARO_APP_API_ORIGIN', 'TARO_APP_PROOF_PIN', 'TARO_APP_PRICE_SIGNERS', 'TARO_APP_TRADING']

const BUILDS = {
  h5: {
    script: 'scripts/buildH5.mjs',
    output: fromRoot('dist', 'h5', 'index.html'),
    inputs: [
      'src',
      'contract',
      'proof',
      'config',
      'types',
      'babel.config.js',
      'package-lock.json',
      'scripts/buildH5.mjs',
      'scripts/lib/serviceWorker.mjs',
      'scripts/lib/firstScreen.mjs',
    ],
    facts: () => H5_SWITCHES.map((name) => process.env[name] ?? ''),
    what: 'the app',
  },
  weapp: {
    script: 'scripts/buildWeapp.mjs',
    output: fromRoot('dist', 'weapp', 'app.json'),
    inputs: [
      'src',
      'contract',
      'proof',
      'config',
      'types',
      'babel.config.js',
      'project.config.json',
      'package-lock.json',
      'scripts/buildWeapp.mjs',
      'scripts/checks/weappOutput.mjs',
    ],
    facts: () => WEAPP_SWITCHES.map((name) => process.env[name] ?? ''),
    what: 'the mini program',
  },
  console: {
    script: 'scripts/buildConsole.mjs',
    output: fromRoot('dist', 'console', 'index.html'),
    inputs: ['console', 'contract', 'src/i18n/locales', 'package-lock.json', 'scripts/buildConsole.mjs'],
    facts: () => [],
    what: 'the staff console',
  },
  server: {
    script: 'scripts/buildServer.mjs',
    output: fromRoot('dist', 'server', 'main.js'),
    inputs: ['server/src', 'server/sql', 'contract', 'package-lock.json', 'scripts/buildServer.mjs'],
    facts: () => [],
    what: 'the server',
  },
}

/**
 * Makes a build if its inputs changed since the last one.
 * @param {'h5' | 'weapp' | 'console' | 'server'} name
 * @returns {Promise<boolean>} whether it had to be built
 */
export function ensureBuilt(name) {
  const current = underWay.get(name) ?? build(name).finally(() => underWay.delete(name))
  underWay.set(name, current)
  return current
}

/** Builds that run now: two layers may need the same at once. @type {Map<string, Promise<boolean>>} */
const underWay = new Map()

/** @param {keyof typeof BUILDS} name */
async function build(name) {
  const { script, output, inputs, facts, what } = BUILDS[name]
  const hash = hashInputs(inputs, facts())
  if (isFresh(name, hash, output)) return false
  forgetBuild(name)
  say(`building ${what}`)
  const startedAt = Date.now()
  const { code, output: log } = await capture(process.execPath, [fromRoot(script)])
  if (code !== 0) {
    process.stderr.write(log)
    throw new Refusal(`${script} failed; what it said stands above.`)
  }
  markFresh(name, hash)
  say(`built ${what} in ${secondsSince(startedAt)}`)
  return true
}
