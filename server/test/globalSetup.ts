import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../src/database/migrate'
import { DATABASE_ROLES } from '../src/database/roles'
import { startEmbedded } from '../src/embedded/supervisor'
import { createLog } from '../src/shared/log'
import { beginAnswersSeen } from './answersSeen'
import { ADMIN_URL_VARIABLE, ROLE_PASSWORD, TEMPLATE_VARIABLE, withDatabase } from './database'
import { state } from './globalState'
import { beginSuiteLogs } from './suiteLog'

/**
 * One database server for the whole run and one migrated template in it; each test file copies the template.
 * The server is TEST_DATABASE_URL's where that is set, else the embedded PostgreSQL in a folder of its own.
 */
export default async function globalSetup() {
  beginSuiteLogs()
  beginAnswersSeen()
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

/** Lets tests sign in as what the server signs in as. The roles are the whole cluster's, so another run may have done it. */
async function lendRoles(adminUrl: string) {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('select pg_advisory_lock(4207090)')
  for (const role of DATABASE_ROLES) await admin.query(`alter role ${role} login password '${ROLE_PASSWORD}'`)
  await admin.end()
}
