import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { confined, whyNotConfined } from './confine'

const run = promisify(execFile)

/** What a decoder would do whose program a file has taken over. It is not bound by Node.js' permissions, as native code is not. */
const HOSTILE = `
const [{ readFileSync, writeFileSync, readdirSync }, { execFileSync }] = [require('node:fs'), require('node:child_process')]
const { connect } = require('node:net')
const [key, port, made] = process.argv.slice(2)
const got = {}
const tries = {
  settingsOfTheNode: () => readFileSync('/proc/' + process.ppid + '/environ'),
  memoryOfTheNode: () => readFileSync('/proc/' + process.ppid + '/maps'),
  keyFile: () => readFileSync(key),
  otherFolders: () => readdirSync('/'),
  accounts: () => readFileSync('/etc/passwd'),
  writtenFile: () => writeFileSync(made, ''),
  signalToTheNode: () => process.kill(process.ppid, 0),
  program: () => execFileSync('/bin/true'),
  datagram: () => require('node:dgram').createSocket('udp4').bind(0),
}
for (const [name, attempt] of Object.entries(tries)) {
  try { attempt(); got[name] = true } catch { got[name] = false }
}
process.on('uncaughtException', () => { got.datagram = false })
const socket = connect(Number(port), '127.0.0.1')
const say = (connected) => setTimeout(() => { process.stdout.write(JSON.stringify({ ...got, connected })); process.exit() }, 100)
socket.on('connect', () => say(true)).on('error', () => say(false))`

const all = (answer: boolean) =>
  Object.fromEntries(
    [
      'settingsOfTheNode',
      'memoryOfTheNode',
      'keyFile',
      'otherFolders',
      'accounts',
      'writtenFile',
      'signalToTheNode',
      'program',
      'datagram',
      'connected',
    ].map((name) => [name, answer]),
  )

test('a decoder that a file has taken over reaches no secret, no file, no process and no network', async () => {
  expect(await whyNotConfined()).toBeUndefined()
  const [program, secrets] = [0, 1].map(() => realpathSync(mkdtempSync(join(tmpdir(), 'confine-')))) as [string, string]
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    writeFileSync(join(program, 'hostile.js'), HOSTILE)
    writeFileSync(join(secrets, 'sealing.key'), 'a secret')
    const { port } = server.address() as { port: number }
    const args = [join(program, 'hostile.js'), join(secrets, 'sealing.key'), String(port), join(program, 'made')]
    const get = async (command: string, all: readonly string[]) =>
      JSON.parse((await run(command, all, { env: { SECRET: '1' } })).stdout)
    expect(await get(process.execPath, args)).toEqual(all(true))
    expect(await get(...confined(program, args))).toEqual(all(false))
  } finally {
    server.close()
    for (const folder of [program, secrets]) rmSync(folder, { recursive: true })
  }
})
