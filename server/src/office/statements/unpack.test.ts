import { zipOf } from '../../../test/zip'
import { readStatements } from './readStatements'
import { UnreadableStatement } from './statementLine'
import { unpack, ZIP_BYTES_MAX, ZIP_FILES_MAX } from './unpack'

const faultOf = async (bytes: Buffer) => {
  const refused = await readStatements(bytes, { code: 'USD', scale: 2 }, { files: [] }).catch((error: unknown) => error)
  return refused instanceof UnreadableStatement ? refused.fault : refused
}

test('the files of a ZIP come by name, without folders and what macOS adds; any other file is itself', async () => {
  const zip = zipOf({
    'b.xml': 'two',
    'a/': '',
    'a/1.xml': 'one',
    '__MACOSX/._b.xml': 'x',
    '.DS_Store': 'x',
    'a/1.PDF': 'x',
  })
  expect((await unpack(zip)).map(({ name, bytes }) => [name, String(bytes)])).toEqual([
    ['a/1.xml', 'one'],
    ['b.xml', 'two'],
  ])
  const plain = Buffer.from('date,amount')
  expect(await unpack(plain)).toEqual([{ name: null, bytes: plain }])
})

test.each([
  ['a bomb', zipOf({ 'a.xml': Buffer.alloc(ZIP_BYTES_MAX + 1) }), 'zip_too_large'],
  ['a bomb of many files', zipOf({ a: Buffer.alloc(ZIP_BYTES_MAX - 1), b: 'xx' }), 'zip_too_large'],
  ['a bomb that says less', zipOf({ 'a.xml': Buffer.alloc(ZIP_BYTES_MAX * 4) }, { claimed: 10 }), 'zip'],
  ['one that says more', zipOf({ 'a.xml': 'short' }, { claimed: 1000 }), 'zip'],
  [
    'too many files',
    zipOf(Object.fromEntries([...Array(ZIP_FILES_MAX + 1).keys()].map((i) => [`${i}`, 'x']))),
    'zip_too_large',
  ],
  ['one with a password', zipOf({ 'a.xml': 'x' }, { encrypted: true }), 'zip'],
  ['half of one', zipOf({ 'a.xml': 'x'.repeat(100), 'b.xml': 'y' }).subarray(0, 90), 'zip'],
  ['a workbook', zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }), 'spreadsheet'],
  ['another workbook', zipOf({ mimetype: 'application/x', 'content.xml': '<x/>' }), 'spreadsheet'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'spreadsheet'],
  ['a paper', Buffer.from('%PDF-1.7\n'), 'format_unknown'],
  ['a file that another program packed', Buffer.from([0x1f, 0x8b, 8, 0]), 'format_unknown'],
  ['a ZIP in a ZIP', zipOf({ 'a.zip': zipOf({ 'a.xml': 'x' }) }), 'format_unknown'],
  ['an empty folder', zipOf({ 'a/': '' }), 'empty'],
])('%s is refused', async (_, bytes, fault) => {
  expect(await faultOf(bytes)).toBe(fault)
})
