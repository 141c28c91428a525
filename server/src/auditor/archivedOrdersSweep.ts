import { countFiles, fileAt, openRecords, type RecordFile, type RecordStore } from '../archive/records'
import type { Queryable } from '../database/database'
import { ArchiveChangedError } from '../objectStore/objectStore'
import type { SignerSet } from '../shared/signed/signerSet'
import { isSigned } from '../shared/signed/source'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { readArchivedOrders } from './checkRecords'
import { differsFromTicks } from './decideAgain'
import { findWronglySigned } from './signedResultsSweep'
import type { Finding, Sweep } from './sweep'

/** The orders of one file: each is what the settlement log says, and what its ticks or its signed prices decide. */
async function findWrong(
  database: Queryable,
  store: RecordStore,
  file: RecordFile,
  sets: readonly SignerSet[],
): Promise<Finding[]> {
  const lines = await openRecords(store, file)
  const orders = await readArchivedOrders(database, store, lines)
  const wrong = orders.filter(({ fits }) => !fits)
  const findings: Finding[] = wrong.map(({ number }) => ({ kind: 'row_differs', table: 'trade_order', id: number }))
  if (orders.length !== lines.length) findings.push({ kind: 'file_differs', file: file.objectKey })
  const [signed, plain] = [true, false].map((each) => orders.filter(({ source }) => isSigned(source) === each))
  return [
    ...findings,
    ...(await differsFromTicks(database, store, plain ?? [])),
    ...(await findWronglySigned(signed ?? [], sets)),
  ]
}

/** Orders that were moved to the object store, decided again; an id is the place of a file. */
export const createArchivedOrdersSweep = (store: RecordStore, sets: readonly SignerSet[]): Sweep => ({
  name: 'archived_orders',
  perSlice: 1,
  grows: false,
  // A store that is away for a while says nothing about the books.
  patienceMs: HOUR_MS,
  // Files do not change by themselves, and reading all of them takes the store's time: once a day, and each one when it is new.
  countsMs: DAY_MS,
  last: (database) => countFiles(database, ['trade_order']),
  async next(database, from) {
    return from < (await this.last(database)) ? from + 1n : undefined
  },
  async find(database, from, to) {
    const findings: Finding[] = []
    for (let place = from; place < to; place++) {
      const file = await fileAt(database, ['trade_order'], place)
      if (!file) break
      const found = await findWrong(database, store, file, sets).catch((error): Finding[] => {
        if (error instanceof ArchiveChangedError) return [{ kind: 'file_differs', file: file.objectKey }]
        throw error
      })
      findings.push(...found)
    }
    return findings
  },
})
