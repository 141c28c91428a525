import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../src/database/migrate'
import { startEmbedded } from '../src/embedded/supervisor'
import { hashPassword } from '../src/modules/accounts/passwords'
import { createLog } from '../src/shared/log'
import { projectRoot } from '../src/shared/paths'
import { beginAnswersSeen } from './answersSeen'
import { ADMIN_URL_VARIABLE, lendRoles, TEMPLATE_VARIABLE, withDatabase } from './database'
import { state } from './globalState'
import { hashTestPasswords } from './passwordHashes'
import { beginSuiteLogs } from './suiteLog'

/**
 * One database server for the whole run and one migrated template in it; each test file copies the template.
 * The server is TEST_DATABASE_URL's if that is set, else the embedded PostgreSQL in its own folder.
 */
export default async function globalSetup() {
  // Some files start it as a process.
  execFileSync(process.execPath, [join(projectRoot(), 'scripts', 'build.mjs'), 'server'], { stdio: 'inherit' })
  beginSuiteLogs()
  beginAnswersSeen()
  await hashTestPasswords(hashPassword)
  let adminUrl = process.env.TEST_DATABASE_URL
  if (!adminUrl) {
    state.folder = mkdtempSync(join(tmpdir(), 'fairtick-test-'))
    state.embedded = await startEmbedded({
      dataDir: state.folder,
      log: createLog('error'),
      durable: false,
      database: 'fairtick_admin',
    })
    adminUrl = state.embedded.url
  }
  await prepareTemplate(adminUrl).catch(async (error) => {
    await state.embedded?.stop()
    throw error
  })
}

async function prepareTemplate(adminUrl: string) {
  const template = `fairtick_template_${process.pid}`
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template}`)
  await admin.end()
  await migrate(withDatabase(adminUrl, template))
  await lendRoles(adminUrl)
  state.adminUrl = adminUrl
  state.template = template
  process.env[ADMIN_URL_VARIABLE] = adminUrl
  process.env[TEMPLATE_VARIABLE] = template
}
