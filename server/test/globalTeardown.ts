import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { state } from './globalState'

export default async function globalTeardown() {
  if (state.adminUrl && !state.embedded) {
    const admin = new Client({ connectionString: state.adminUrl })
    await admin.connect()
    await admin.query(`drop database if exists ${state.template} with (force)`)
    await admin.end()
  }
  await state.embedded?.stop()
  if (state.folder) rmSync(state.folder, { recursive: true, force: true })
}
