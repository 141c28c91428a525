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
const [fs, { execFileSync }] = [require('node:fs'), require('node:child_process')]
const { readFileSync, writeFileSync, readdirSync } = fs
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
  rightsOfTheKeyFile: () => fs.chmodSync(key, 0o644),
  ownerOfTheKeyFile: () => fs.chownSync(key, process.getuid(), process.getgid()),
  timesOfTheKeyFile: () => fs.utimesSync(key, 0, 0),
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
      'rightsOfTheKeyFile',
      'ownerOfTheKeyFile',
      'timesOfTheKeyFile',
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

/** Calls that Node.js does not make and native code can: Perl makes them by their numbers on x64. */
const NATIVE = `
my ($file, $node) = ($ARGV[0], getppid() + 0);
my ($limits, $pair, $processors) = ("\\0" x 16, "\\0" x 8, "\\xff" x 128);
pipe(my $read, my $write);
my %tries = (
  truncatedFile => [76, $file, 0], limitsOfTheNode => [302, $node, 7, 0, $limits], processorsOfTheNode => [203, $node, 128, $processors],
  pairThatSends => [53, 1, 2, 0, $pair], signalsOfAPipe => [72, fileno($read), 8, $node], secondProcess => [57],
);
for my $name (sort keys %tries) {
  my ($call, @arguments) = @{ $tries{$name} };
  my $answer = syscall($call, @arguments);
  # The second process ends at once.
  syscall(231, 0) if $name eq 'secondProcess' && $answer == 0;
  print "$name ", $answer == -1 ? "refused" : "done", "\\n";
}`

test('native code in it changes nothing of a file or of the node, and sends to no socket of the machine', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'confine-')))
  try {
    const file = join(folder, 'key')
    writeFileSync(file, '')
    const args = ['/usr/bin/perl', '-e', NATIVE, file]
    const [, [launcher = '', ...paths]] = confined(folder, [])
    const readable = [...paths.slice(0, paths.indexOf('--')), '/usr/bin/perl', '/dev/null', '--']
    const free = await run('/usr/bin/perl', args.slice(1))
    expect(free.stdout.match(/^\w+ done$/gm)).toHaveLength(6)
    expect((await run('/usr/bin/perl', [launcher, ...readable, ...args])).stdout).toBe(
      free.stdout.replaceAll('done', 'refused'),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
