import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogRestore, Receipt } from '../../contract/proof'
import type { RememberedHead } from '../../proof/heads'
import { parseCheckpoint } from '../../proof/notes'
import { buildApp } from '../../server/src/app'
import { createDeps } from '../../server/src/deps'
import type { TestUser } from '../../server/test/app'
import { asOwner } from '../../server/test/asOwner'
import { runOps } from '../../server/test/ops'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'
import type { ApiResult } from '../../src/api/http'
import type { ProofCheckDeps } from '../../src/stores/ProofStore'
import { checkOrder } from '../../src/stores/proofCheck'
import { answered, fakeHttp } from '../client/http'

let floor: TradingFloor
let user: TestUser
beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser()
})
afterAll(() => floor.close())
/** A process that has nothing in memory. */
const freshDeps = (database = floor.deps.database) => {
  const { config, log, clock } = floor.deps
  return createDeps({ config, log, database, clock })
}
type Deps = ReturnType<typeof freshDeps>

/** As `ops` does it: a process that has the account of staff only. */
const restored = async (): Promise<Record<string, string>> =>
  JSON.parse(
    await runOps(
      freshDeps(floor.staffDeps.database),
      'proof restored --because hardware --actor ada --reason "rack 4 burnt" --json',
    ),
  )

/** A device that asks this server; `told` is what it is answered in place of the house's statements. */
function deviceAt(deps: Deps, memory: { head: RememberedHead | undefined }, told?: readonly LogRestore[]) {
  const answer = (result: { ok: boolean }) => result as ApiResult<unknown>
  const checking: ProofCheckDeps = {
    http: fakeHttp({
      getConsistency: async ({ query: { from, to } }) => answer(await deps.proof.consistency(Number(from), Number(to))),
      getProofPolicy: async () => {
        const policy = await deps.proof.policy()
        return answered({ ...policy, restores: [...(told ?? policy.restores)] })
      },
      getHead: async ({ params }) => answer(await deps.proof.head(Number(params.number))),
      getFeedEvents: async ({ query: { from } }) =>
        answer(await deps.proof.feeds(from === undefined ? undefined : Number(from))),
    }),
    orderOf: () => undefined,
    acceptances: { read: () => undefined, forget: () => undefined },
    checkpoints: { read: () => [] },
    seenPrices: { read: () => [] },
    keptResults: { read: () => undefined, write: () => undefined },
    refusals: { read: () => 0, write: () => undefined },
    now: () => floor.clock.now(),
    pause: async () => undefined,
    remembered: {
      read: () => memory.head,
      write: (head) => {
        memory.head = head
      },
    },
    keptPolicy: { read: () => undefined, write: () => undefined },
    ownWitnesses: { read: () => [], readPage: async () => undefined },
    pin: '',
    signers: '',
  }
  return async (id: string) => {
    const receipt = await deps.proof.receipt(user.id, id)
    if (!receipt.ok) throw new Error(receipt.error.code)
    const found = await checkOrder(checking, id, JSON.stringify(receipt.value))
    if (!found.ok) throw new Error(found.error.code)
    return { ...found.value, receipt: found.value.receipt as Receipt, problems: found.value.check.problems }
  }
}

/** The verdict of both scripts on a saved receipt next to the server as it is, over HTTP. */
async function verdicts(deps: Deps, receipt: Receipt) {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-restored-'))
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const app = await buildApp(deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const run = (program: string, script: string) =>
    new Promise<string>((resolve) => {
      const args = [join(__dirname, '../../scripts', script), file, '--server', origin]
      // Lines before the last one are notes: the test's clock leaps, and nobody outside sees this log.
      execFile(program, args, (error, stdout) =>
        resolve(`${error?.code ?? 0} ${stdout.trim().replace(/^NOTE.*\n/gm, '')}`),
      )
    })
  const said = await Promise.all([run(process.execPath, 'verify-receipt.mjs'), run('python3', 'verify_receipt.py')])
  await app.close()
  rmSync(folder, { recursive: true })
  return said
}

const seen = ({ head, checkpoint, publicKey }: Receipt): RememberedHead => ({
  head,
  publicKey,
  root: parseCheckpoint(checkpoint)?.root ?? '',
})

test('after a restore a statement of the house stands in for the lost heads; a fork without one accuses', async () => {
  const body = floor.body()
  await floor.win(user, body, undefined, floor.pass)
  const before = freshDeps()
  const memory: { head: RememberedHead | undefined } = { head: undefined }
  const first = await deviceAt(before, memory)(body.id)
  expect([first.problems, first.history]).toEqual([[], undefined])
  const kept = memory.head?.head.number ?? 0

  // Missing in the backup: heads that devices have seen.
  for (let more = 0; more < 3; more++) {
    await floor.clock.advance(1_000)
    await floor.tick('103')
    await before.heads.seal()
  }
  const lost = await deviceAt(before, memory)(body.id)
  expect(memory.head?.head.number).toBe(kept + 3)
  await asOwner(floor.database, (tx) => tx.query('delete from tree_head where number > $1', [kept]))

  await floor.clock.advance(60_000)
  const unsaid = freshDeps()
  await floor.tick('104')
  await unsaid.heads.seal()
  expect((await deviceAt(unsaid, { head: seen(lost.receipt) })(body.id)).history).toEqual({ kind: 'order' })
  expect(await verdicts(unsaid, lost.receipt)).toEqual([expect.stringMatching(/^1 FAIL {2}order: /), '1 order'])
  // As if that node had never run.
  await asOwner(floor.database, (tx) => tx.query('delete from tree_head where number > $1', [kept]))

  await floor.database.query(
    `insert into setting (key, value) values ('node x', jsonb_build_object('at', extract(epoch from now()) * 1000))`,
  )
  await expect(restored()).rejects.toThrow(/A node runs on this database: stop all/)
  await floor.database.query(`delete from setting where key = 'node x'`)
  const said = await restored()
  expect(said).toMatchObject({ lastHead: kept, because: 'hardware' })
  // A node makes the first head that holds the statement.
  await freshDeps().heads.seal()
  const voided = [expect.stringMatching(/^3 VOID {2}restored: .*\(hardware\)/), '3 restored']
  expect(await verdicts(freshDeps(), lost.receipt)).toEqual(voided)

  for (let more = 0; more < 4; more++) {
    const deps = freshDeps()
    // Devices come back while there are fewer heads than they have seen, as many, and more.
    const device = { head: seen(lost.receipt) as RememberedHead | undefined }
    const healed = await deviceAt(deps, device)(body.id)
    expect([healed.problems, healed.history, healed.restored?.reason]).toEqual([[], undefined, 'hardware'])
    expect(healed.restored?.at).toBe(Date.parse(said.voidUntil ?? ''))
    await floor.clock.advance(1_000)
    await floor.tick('105')
    await deps.heads.seal()
    // The device continues with the new log, and keeps saying what happened.
    const later = await deviceAt(deps, device)(body.id)
    expect([later.history, later.restored?.reason, device.head?.head.number]).toEqual([
      undefined,
      'hardware',
      later.receipt.head.number,
    ])
  }
})

test('a receipt under the log of today holds beside that server', async () => {
  const deps = freshDeps()
  const order = await floor.database.first<{ id: string }>('select id from trade_order')
  const { receipt } = await deviceAt(deps, { head: undefined })(order?.id ?? '')
  expect(await verdicts(deps, receipt)).toEqual([
    expect.stringMatching(/^0 (NOTE .*\n)*The receipt of .* holds/),
    expect.stringMatching(/^0 (NOTE .*\n)*holds$/),
  ])
})

test('a statement accounts for the heads of its time only, and only as the house signed it', async () => {
  const deps = freshDeps()
  const order = await floor.database.first<{ id: string }>('select id from trade_order')
  const id = order?.id ?? ''
  const { restores } = await deps.proof.policy()
  const [statement] = restores
  if (!statement) throw new Error('there is a statement')
  const { receipt } = await deviceAt(deps, { head: undefined })(id)
  const foreign = (number: number, at: number): RememberedHead => ({
    head: { ...receipt.head, number, at },
    root: '11'.repeat(32),
    publicKey: receipt.publicKey,
  })
  const inTime = foreign(statement.kept + 2, statement.at - 1)
  const historyOf = async (head: RememberedHead, told: LogRestore[]) => {
    const memory = { head }
    const { history } = await deviceAt(deps, memory, told)(id)
    if (history) expect(memory.head).toBe(head)
    return history?.kind
  }
  expect(await historyOf(inTime, [statement])).toBeUndefined()
  expect(await historyOf(inTime, [])).toBe('heads_rewritten')
  for (const [head, told] of [
    [foreign(statement.kept + 2, statement.at + 1), statement],
    [foreign(statement.kept, statement.at - 1), statement],
    [{ ...inTime, publicKey: '22'.repeat(32) }, statement],
    [inTime, { ...statement, at: statement.at + 1 }],
    [inTime, { ...statement, kept: statement.kept - 1 }],
    [inTime, { ...statement, reason: 'mistake' }],
    [inTime, { ...statement, root: '33'.repeat(32) }],
    [inTime, { ...statement, publicKey: '22'.repeat(32) }],
  ] as [RememberedHead, LogRestore][])
    expect([await historyOf(head, [told])]).not.toEqual([undefined])
})

test('the statement is in the public log of feeds and in the audit log', async () => {
  const deps = freshDeps()
  const page = await deps.proof.feeds()
  const { restores } = await deps.proof.policy()
  const entries = page.ok ? page.value.entries.filter((entry) => entry.includes('|restored|-|')) : []
  expect(entries).toEqual([
    `feed|1|${restores[0]?.at}|restored|-|${restores[0]?.kept}|${restores[0]?.root}|hardware|${restores[0]?.signature}`,
  ])
  const audit = await floor.database.query<{ actor: string; reason: string }>(
    `select actor, reason from audit_entry where action = 'proof.restored'`,
  )
  expect(audit).toEqual([{ actor: 'ada', reason: 'rack 4 burnt' }])
  await expect(floor.database.query(`update log_restore set at_ms = at_ms + 1`)).rejects.toThrow(
    /append-only|refuse|may not/i,
  )
})
