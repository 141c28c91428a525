import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { UnreadableStatement } from './statementLine'

/** A file as it is read; `name` is its name in a ZIP, null for a file by itself. */
export interface PlainFile {
  name: string | null
  bytes: Buffer
}

/** Banks put a file per account, day or message into a ZIP. What they unpack to is limited as well. */
export const ZIP_FILES_MAX = 50
export const ZIP_BYTES_MAX = 8 * 1024 * 1024

const beginsWith = (bytes: Buffer, signature: string) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature, 'latin1'))
const isZip = (bytes: Buffer) => beginsWith(bytes, 'PK\x03\x04')
/** Folders, what macOS adds to every ZIP, and what banks add for people: papers and signatures. */
const isBeside = (name: string) => /\/$|(^|\/)(__MACOSX\/|\.)|\.(pdf|p7s|sig)$/i.test(name)
/** Workbooks are ZIP files as well; one of these names is in each. */
const OF_WORKBOOKS: readonly string[] = ['[Content_Types].xml', 'mimetype', 'Index/Document.iwa']

/** Papers, and packed files: of a ZIP, only those inside count. */
const NO_TABLES = ['%PDF', 'PK\x03\x04', '\x1f\x8b', '7z\xbc\xaf', 'Rar!', 'BZh', '\xfd7zXZ']

/** Throws `UnreadableStatement` for what people take for a table: an old workbook, a paper, or packed files. */
export function refusePapers(bytes: Buffer): void {
  if (beginsWith(bytes, '\xd0\xcf\x11\xe0')) throw new UnreadableStatement('spreadsheet', 1)
  if (NO_TABLES.some((signature) => beginsWith(bytes, signature))) throw new UnreadableStatement('format_unknown', 1)
}

const openZip = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  )

/** The files of a ZIP, by its own list of them: what a file unpacks to is never more than the list says. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  const ended = new Promise<void>((resolve, reject) => zip.once('end', resolve).once('error', reject))
  zip.on('entry', (entry: Entry) => {
    if (!isBeside(entry.fileName)) entries.push(entry)
    zip.readEntry()
  })
  zip.readEntry()
  await ended
  return entries
}

async function unzip(bytes: Buffer): Promise<PlainFile[]> {
  const zip = await openZip(bytes)
  const entries = await entriesOf(zip)
  if (entries.some(({ fileName }) => OF_WORKBOOKS.includes(fileName))) throw new UnreadableStatement('spreadsheet', 1)
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (entries.length > ZIP_FILES_MAX || size > ZIP_BYTES_MAX)
    throw new UnreadableStatement('zip_too_large', 1, String(ZIP_FILES_MAX))
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>
  const files: PlainFile[] = []
  for (const entry of entries) files.push({ name: entry.fileName, bytes: await buffer(await open(entry)) })
  return files
}

/** The files to read: those of a ZIP, sorted by name, or the file itself. Throws `UnreadableStatement`. */
export async function unpack(bytes: Buffer): Promise<PlainFile[]> {
  if (!isZip(bytes)) return [{ name: null, bytes }]
  const files = await unzip(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableStatement ? error : new UnreadableStatement('zip', 1)
  })
  if (files.length === 0) throw new UnreadableStatement('empty', 1)
  return files.sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1))
}
