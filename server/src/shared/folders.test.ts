import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskSentence, openDataFolder } from './folders'
import { createLog, lineOf } from './log'

const folder = mkdtempSync(join(tmpdir(), 'fairtick folder '))
afterAll(() => rmSync(folder, { recursive: true }))

test('a data folder is made with those above it; where none can be, a sentence says so, and soon', () => {
  openDataFolder(join(folder, 'a', 'b'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => openDataFolder(file)).toThrow(
    /^DATA_DIR: .*file cannot be written: a file stands where a folder is needed/,
  )
  expect(() => openDataFolder(join(file, 'below'))).toThrow('a file stands where a folder is needed')
  if (process.platform === 'linux') expect(() => openDataFolder('/proc/x/y')).toThrow('no folder can be made there')
})

test('a full disk and a lack of rights are sentences, a fault of the program is none', () => {
  const failed = (code: string, more = {}) => diskSentence(Object.assign(new Error(code), { code, ...more }))
  expect(failed('EACCES', { path: '/data' })).toMatch(/^\/data cannot be written: this account may not write there/)
  expect(failed('ENOSPC', { path: '/data' })).toContain('the disk is full')
  // Output of PostgreSQL and of its setup.
  expect(failed('53100')).toContain('The data cannot be written: the disk is full')
  expect(diskSentence(new Error('initdb: error: could not write: No space left on device'))).toContain('is full')
  expect(diskSentence(new Error('FATAL: could not extend file HINT: Check free disk space.'))).toContain('is full')
  expect(failed('ENOENT', { path: '/x', syscall: 'open' })).toBeUndefined()
  expect(diskSentence(new TypeError('x is undefined'))).toBeUndefined()
})

test('a line for people says when, what, why and where, without a stack', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (json) => void lines.push(lineOf(json)) })
  log.warn({ err: new Error('the reason'), product: 7, list: ['x'.repeat(300)] }, 'something is wrong')
  log.info('all is well')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d WARN {2}something is wrong: the reason \(product=7, list=\["x{118}…\)\n$/)
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d INFO {2}all is well\n$/)
})
