import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../shared/log'
import { startEmbedded } from './supervisor'

const log = createLog('silent')
const parent = mkdtempSync(join(tmpdir(), 'fairtick-damaged-'))
const dataDir = join(parent, 'data')
const start = (folder = dataDir) => startEmbedded({ dataDir: folder, log, durable: false })
const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)

beforeAll(async () => (await start()).stop())
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test.each([
  [
    'postgres.password',
    'another one',
    /does not take the password in .*postgres.password: put back the one from your copy/,
  ],
  ['postgres.password', '', /postgres.password is empty: put back/],
  ['postgres/PG_VERSION', '', /PG_VERSION is damaged: put back/],
])('a damaged %s (%p) is one sentence, and no PostgreSQL is left running', async (file, damage, sentence) => {
  const path = join(dataDir, file)
  const whole = readFileSync(path)
  writeFileSync(path, damage)
  await expect(start()).rejects.toThrow(sentence)
  expect(() => postmasterOf(dataDir)).toThrow('ENOENT')
  writeFileSync(path, whole)
  await (await start()).stop()
})

const whereRoot = process.getuid?.() === 0 ? test : test.skip

whereRoot('a start on a full disk says so', async () => {
  const disk = join(parent, 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', disk])
  try {
    const folder = join(disk, 'data')
    cpSync(dataDir, folder, { recursive: true, preserveTimestamps: true })
    execFileSync('chown', ['-R', `--reference=${join(dataDir, 'postgres')}`, join(folder, 'postgres')])
    execFileSync('sh', ['-c', `dd if=/dev/zero of='${disk}/full' bs=64k status=none || true`], { stdio: 'ignore' })
    await expect(start(folder)).rejects.toThrow(/the disk is full: free some space and start again/)
  } finally {
    execFileSync('umount', [disk])
  }
})
