import { ConfigError, choice, type Env } from './shared/env'
import { dataDirOf, openDataFolder } from './shared/folders'
import { createLog, LOG_FORMATS, LOG_LEVELS, type Log, logDestination, usualLogFormat } from './shared/log'
import { withSettingsOfFiles } from './shared/settingNames'
import { readProofKeys, readProofOrigin } from './signedLogs/settings'
import { createSigner } from './signedLogs/signer'
import { startSignerServer } from './signedLogs/signerServer'
import { readSigner } from './signedLogs/signerSettings'

/** `ROLES=signer`: holds PROOF_KEY and signs for nodes that hold none. It needs no database, and a folder for what it has signed. */
export async function startSigner(given: Env = process.env): Promise<{
  log: Log
  where: string
  close(): Promise<void>
}> {
  const env = withSettingsOfFiles(given)
  const settings = readSigner(env)
  if (!settings) throw new ConfigError('ROLES=signer needs SIGNER_URL: where nodes find it, alike on all of them.')
  const keys = readProofKeys(env)
  if (keys.length === 0) throw new ConfigError('ROLES=signer needs PROOF_KEY: the key that it signs with.')
  const format = choice(env, 'LOG_FORMAT', LOG_FORMATS, usualLogFormat())
  const log = createLog(choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'), logDestination(format))
  const dataDir = dataDirOf(env)
  openDataFolder(dataDir)
  const where = 'path' in settings ? settings.path : `${settings.host}:${settings.port}`
  try {
    const held = { holders: keys.map(createSigner), origin: readProofOrigin(env), dataDir }
    return { log, where, close: await startSignerServer(settings, held, log) }
  } catch (error) {
    throw new ConfigError(`The signer cannot listen on ${where}: ${error instanceof Error ? error.message : error}.`)
  }
}
