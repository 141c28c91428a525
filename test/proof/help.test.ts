import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const RECEIPT = '--server --key --acceptance --witness --needed --signers --checkpoint'

test.each([
  ['verify-receipt.mjs', `${RECEIPT} --tlog-proof`],
  ['verify_receipt.py', `${RECEIPT} --lines`],
  ['witness.mjs', '--name --log --folder --host --port'],
  ['monitor.mjs', '--state --key --from --once --every --metrics'],
  ['read-feeds.mjs', '--all --key --symbol --from --to'],
])('%s --help says how it is used, with each option', (name, options) => {
  const program = name.endsWith('.py') ? 'python3' : process.execPath
  const file = join(__dirname, '../../scripts', name)
  const { status, stdout, stderr } = spawnSync(program, [file, '--help'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^(node|python3) scripts/${name} [^]*[.]\n$`))
  expect(options.split(' ').filter((option) => !stdout.includes(option))).toEqual([])
})
