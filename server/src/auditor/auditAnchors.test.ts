import { undoneAsOwner } from '../../test/asOwner'
import { runOps } from '../../test/ops'
import { server, withServer } from '../../test/serverOfFile'
import { verifyAuditChain } from '../auditLog/auditLog'
import type { Tx } from '../database/database'
import { anchorAuditLog, auditAnchorsSweep } from './auditAnchors'

withServer()
beforeAll(async () => {
  for (const reason of ['one', 'two', 'three']) await runOps(server.deps, `codes issue --actor ada --reason ${reason}`)
})

/** The findings if an owner of the database has taken the guards off; all of it is undone. */
const after = (damage: (tx: Tx) => Promise<unknown>) =>
  undoneAsOwner(server.database, async (tx) => {
    await damage(tx)
    const { brokenAt } = await verifyAuditChain(tx)
    return { brokenAt, found: await auditAnchorsSweep.find(tx, 0n, await auditAnchorsSweep.last(tx)) }
  })

test('the newest entry goes into the public log, once', async () => {
  expect(await anchorAuditLog(server.database, server.clock.now())).toBe(true)
  expect(await anchorAuditLog(server.database, server.clock.now())).toBe(false)
  const last = await server.database.first<{ entry: string }>(
    `select entry from feed_event where kind = 'audit' order by leaf desc limit 1`,
  )
  const { head } = await verifyAuditChain(server.database)
  const newest = await server.database.first<{ id: bigint }>('select max(id) as id from audit_entry')
  expect(last?.entry).toBe(`feed|1|${server.clock.now()}|audit|-|${newest?.id}|${head}`)
})

test('a tail that was cut off, which the chain alone does not show, is named; so is one that was written anew', async () => {
  const newest = await server.database.first<{ id: bigint }>('select max(id) as id from audit_entry')
  const id = newest?.id ?? 0n
  const named = { brokenAt: Number(id), found: [{ kind: 'row_differs', table: 'audit_entry', id }] }
  expect(await after(async () => undefined)).toEqual({ brokenAt: null, found: [] })
  expect(await after((tx) => tx.query('delete from audit_entry where id >= $1', [id - 1n]))).toEqual(named)
  const another = await after(async (tx) => {
    await tx.query('delete from audit_entry where id = $1', [id])
    await tx.query(
      `insert into audit_entry (id, actor, reason, action, subject, details, created_at, previous_hash, hash)
         select $1, 'eve', 'x', 'x', 'x', '{}', now(), hash, hash from audit_entry order by id desc limit 1`,
      [id],
    )
    await tx.query('update audit_entry set hash = audit_hash(previous_hash, audit_entry) where id = $1', [id])
  })
  expect(another).toEqual(named)
})
