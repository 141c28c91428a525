import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Queryable } from '../database/database'
import { ArchiveChangedError, type ObjectStore } from '../objectStore/objectStore'
import { FILE_MAX_BYTES, type OpenFiles } from '../objectStore/openFiles'
import type { Sealer } from '../shared/sealing'

/** Tables whose old partitions go to the object store. */
export const ARCHIVED_TABLES = ['trade_order', 'ledger_posting', 'audit_entry'] as const
export type ArchivedPartition = (typeof ARCHIVED_TABLES)[number]
/** These, and those whose old rows go (rowArchiver.ts). */
export type ArchivedTable = ArchivedPartition | 'ledger_transfer' | 'settlement' | 'tree_head'

/** One file: its rows are the JSON texts of `to_jsonb`, a line each, in the order of the keys. */
export interface RecordFile {
  objectKey: string
  parent: ArchivedTable
  firstKey: string
  lastKey: string
  records: number
  sha256: Buffer
}

type StoredFile = Pick<RecordFile, 'objectKey' | 'records' | 'sha256'>

export interface RecordStore {
  objects: ObjectStore
  sealer: Sealer
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest()

/**
 * Compresses, seals and stores the lines, and reads them back. Returns the hash of what the store has; the database compares
 * it with its rows and notes the file (`drop_archived_partition`, `drop_archived_rows`).
 */
export async function putRecords(store: RecordStore, objectKey: string, lines: readonly string[]): Promise<Buffer> {
  const text = lines.join('\n')
  const sha256 = digestOf(text)
  await store.objects.put(objectKey, Buffer.from(store.sealer.seal(await compress(text), objectKey)))
  await openRecords(store, { objectKey, records: lines.length, sha256 })
  return sha256
}

/** The lines of a file as one piece of UTF-8, or an error if they are not those that were written. */
async function unseal(sealer: Sealer, { objectKey, sha256 }: StoredFile, sealed: Buffer | undefined): Promise<Buffer> {
  if (!sealed) throw new ArchiveChangedError(`the archive lacks ${objectKey}`)
  const plain = await Promise.resolve(sealed.toString('latin1'))
    .then((body) => expand(sealer.open(body, objectKey), { maxOutputLength: FILE_MAX_BYTES }))
    .catch(() => undefined)
  if (!plain || !digestOf(plain).equals(sha256))
    throw new ArchiveChangedError(`${objectKey} of the archive was changed`)
  return plain
}

/** The lines of a file that was fetched, or an error if they are not those that were written. */
export async function linesOf(sealer: Sealer, file: StoredFile, sealed: Buffer | undefined): Promise<string[]> {
  const lines = (await unseal(sealer, file, sealed)).toString('utf8').split('\n')
  if (lines.length !== file.records) throw new ArchiveChangedError(`${file.objectKey} of the archive was changed`)
  return lines
}

/** The lines of a file, or an error if they are not those that were written. */
export const openRecords = async ({ objects, sealer }: RecordStore, file: StoredFile): Promise<string[]> =>
  linesOf(sealer, file, await objects.get(file.objectKey, FILE_MAX_BYTES))

export interface FileRow {
  object_key: string
  parent: ArchivedTable
  first_key: string
  last_key: string
  records: number
  sha256: Buffer
}

const FILES_PER_READ = 1_000

/** How many files the archive has of these tables. */
export async function countFiles(database: Queryable, tables: readonly ArchivedTable[]): Promise<bigint> {
  const row = await database.first<{ files: bigint }>(
    'select count(*) as files from record_archive where parent = any ($1)',
    [tables],
  )
  return row?.files ?? 0n
}

/** Files of a table, in the order of their keys, after the one that begins with `after`. At most 1,000. */
async function filesAfter(database: Queryable, table: ArchivedTable, after: string): Promise<RecordFile[]> {
  const rows = await database.query<FileRow>(
    `select object_key, parent, first_key, last_key, records, sha256 from record_archive
      where parent = $1 and first_key > $2 order by first_key limit ${FILES_PER_READ}`,
    [table, after],
  )
  return rows.map(toFile)
}

/** The file of these tables at this place, from 0, in the order in which they were written. */
export async function fileAt(
  database: Queryable,
  tables: readonly ArchivedTable[],
  place: bigint,
): Promise<RecordFile | undefined> {
  const row = await database.first<FileRow>(
    `select object_key, parent, first_key, last_key, records, sha256 from record_archive
      where parent = any ($1) order by archived_at, object_key offset $2 limit 1`,
    [tables, place],
  )
  return row && toFile(row)
}

export const toFile = (row: FileRow): RecordFile => ({
  objectKey: row.object_key,
  parent: row.parent,
  firstKey: row.first_key,
  lastKey: row.last_key,
  records: row.records,
  sha256: row.sha256,
})

/** Every file of a table with its lines, oldest first; one file is in memory at a time. */
export async function* archivedRecords(
  database: Queryable,
  store: RecordStore,
  table: ArchivedTable,
): AsyncGenerator<{ file: RecordFile; lines: string[] }> {
  for (let after = ''; ; ) {
    const files = await filesAfter(database, table, after)
    for (const file of files) yield { file, lines: await openRecords(store, file) }
    const last = files.at(-1)
    if (!last || files.length < FILES_PER_READ) return
    after = last.firstKey
  }
}

/** Finds old orders. */
export interface OrderArchive {
  /** The order as JSON that `jsonb_populate_record` reads; undefined if the archive has none. */
  findOrder(userId: bigint, id: string): Promise<string | undefined>
}

const LINE_END = '\n'.charCodeAt(0)

/**
 * Lines of a file that contain a text, one after the other; the file stays one piece, because one string per row would
 * take too much.
 */
function* linesWith(file: Buffer, text: string): Generator<string> {
  for (let at = file.indexOf(text); at >= 0; ) {
    const end = file.indexOf(LINE_END, at)
    const to = end < 0 ? file.length : end
    yield file.subarray(file.lastIndexOf(LINE_END, at) + 1, to).toString('utf8')
    at = file.indexOf(text, to)
  }
}

export function createOrderArchive(deps: { database: Queryable; sealer: Sealer; files: OpenFiles }): OrderArchive {
  const { database, sealer, files } = deps
  return {
    async findOrder(userId, id) {
      // Files do not overlap, but two users may have made the same id at the border of two files.
      const rows = await database.query<FileRow>(
        `select object_key, parent, first_key, last_key, records, sha256 from record_archive
          where parent = 'trade_order' and first_key <= $1 and last_key >= $1 order by first_key desc limit 4`,
        [id],
      )
      for (const row of rows) {
        const file = toFile(row)
        const open = async (sealed: Buffer | undefined) => {
          const value = await unseal(sealer, file, sealed)
          return { value, bytes: value.length }
        }
        for (const line of linesWith(await files.read(file.objectKey, open, userId), id)) {
          const order: { id: string; user_id: number } = JSON.parse(line)
          if (order.id === id && BigInt(order.user_id) === userId) return line
        }
      }
      return undefined
    },
  }
}
