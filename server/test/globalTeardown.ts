import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { state } from './globalState'
import { endSuiteLogs } from './suiteLog'

export default async function globalTeardown() {
  if (state.adminUrl && !state.embedded) {
    const admin = new Client({ connectionString: state.adminUrl })
    await admin.connect()
    await admin.query(`drop database if exists ${state.template} with (force)`)
    await admin.end()
  }
  await state.embedded?.stop()
  if (state.folder) rmSync(state.folder, { recursive: true, force: true })
  const findings = endSuiteLogs()
  if (findings.length > 0) throw new Error(`The logs of this run hold what no log may hold:\n${findings.join('\n')}`)
}
