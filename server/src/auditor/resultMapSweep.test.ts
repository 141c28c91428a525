import { undoneAsOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import { resultMapSweep } from './resultMapSweep'

withFloor()
beforeAll(async () => {
  const user = await floor.registerUser()
  for (let nth = 0; nth < 3; nth++) await floor.win(user, floor.body({ stake: '1.00' }))
  await floor.clock.advance(24 * 3_600_000)
  for (let nth = 0; nth < 3; nth++) await floor.win(user, floor.body({ stake: '1.00' }))
  await floor.deps.heads.seal()
})

/** Findings of the sweep after `change`, which is undone. Triggers are off: this is someone who owns the database. */
async function foundAfter(change: string): Promise<unknown> {
  return undoneAsOwner(floor.database, async (tx) => {
    await tx.query(change)
    return resultMapSweep.find(tx, 0n, await resultMapSweep.last(tx))
  })
}

test('a map that follows from the log of settlements is in order', async () => {
  expect(await foundAfter('select 1')).toEqual([])
  const rows = await floor.database.first<{ minutes: bigint; days: bigint }>(
    'select count(*) filter (where depth = 27) as minutes, count(*) filter (where depth = 16) as days from result_node',
  )
  expect(rows).toMatchObject({ days: 2n })
  expect(rows?.minutes).toBeGreaterThan(3n)
})

test.each([
  ['a minute with another root', `update result_node set root = sha256('') where depth = 27`],
  [
    'a minute that is gone',
    'delete from result_node where depth = 27 and place = (select min(place) from result_node where depth = 27)',
  ],
  ['a day with another root', `update result_node set root = sha256('') where depth = 16`],
  [
    'a day that is gone',
    'delete from result_node where depth = 16 and place = (select min(place) from result_node where depth = 16)',
  ],
  ['a leaf with another hash', `update result_leaf set hash = sha256('') where leaf = 1`],
  [
    'a leaf that was added',
    `insert into result_leaf select -1, minute, sha256(key), hash from result_leaf where leaf = 1`,
  ],
  ['another root in the newest head', `update tree_head set logs = jsonb_set(logs, '{results,root}', '"00"')`],
])('%s is found', async (_what, change) => {
  expect(await foundAfter(change)).toContainEqual({ kind: 'row_differs', table: 'result_node', id: expect.anything() })
})
