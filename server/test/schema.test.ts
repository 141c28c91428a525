import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/shared/paths'
import { createTestDatabase } from './database'
import { dumpSchema } from './schemaDump'

const FILE = join(projectRoot(), 'server/sql/schema.sql')

test('server/sql/schema.sql is the schema of a new database (UPDATE_SCHEMA=1 writes it)', async () => {
  const { database, drop } = await createTestDatabase()
  const dumped = await dumpSchema(database)
  await drop()
  if (process.env.UPDATE_SCHEMA) writeFileSync(FILE, dumped)
  expect(readFileSync(FILE, 'utf8')).toBe(dumped)
})
