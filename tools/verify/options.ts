import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSignerSet } from '../../proof/signed/signers'
import { parseVerifierKey } from '../../proof/witnesses'

const USAGE =
  'node scripts/verify-receipt.mjs <receipt.json> [--server URL] [--key HEX] [--acceptance FILE] ' +
  '[--witness VERIFIER_KEY]… [--needed NUMBER] [--tlog-proof FILE] [--signers TEXT_OR_FILE]…, ' +
  'or --checkpoint FILE --checkpoint FILE --key HEX'

const WITNESS_KEY = '04'
const isAddress = (text: string) => /^https?:[/][/]./.test(text)

/** A witness's key as `name+id+key` of c2sp.org/signed-note; throws a sentence for anything else. */
function checkWitness(text: string): string {
  const key = parseVerifierKey(text, WITNESS_KEY)
  if (key) return key.publicKey
  throw new Error(`--witness takes name+id+key of a witness, and ${text} is none, or is misspelt: the id has to fit.`)
}

/** The text of a set of signers, given as it is or as a file; throws a sentence for anything else. */
function readSigners(given: string): string {
  const written = given.startsWith('signers|') ? given : readFileSync(given, 'utf8').trim()
  if (!parseSignerSet(written))
    throw new Error('--signers takes a text signers|1|… of docs/PROOF_FORMAT.md, or a file with one.')
  return written
}

/** The arguments, each option that may occur once no more than that. */
function parse(args: readonly string[]) {
  const option = { type: 'string', multiple: true } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: option,
      key: option,
      acceptance: option,
      witness: option,
      needed: option,
      checkpoint: option,
      'tlog-proof': option,
      signers: option,
    },
  })
  const { witness = [], checkpoint = [], signers = [], ...once } = values
  const isOneFile = positionals.length === 1 && positionals[0] !== '' && checkpoint.length === 0
  const areTwoCheckpoints = positionals.length === 0 && checkpoint.length === 2
  if (!isOneFile && !areTwoCheckpoints) throw new Error(`Give one file, or two checkpoints. Usage: ${USAGE}`)
  for (const [name, given] of Object.entries(values))
    if (given.includes('')) throw new Error(`--${name} is empty: give it a value, or leave it out.`)
  for (const [name, given] of Object.entries(once))
    if (given.length > 1) throw new Error(`--${name} is given twice: give it once.`)
  return { file: positionals[0], witness, checkpoint, signers, once }
}

/** The file and the options; throws a sentence that says what to set for anything that is not exactly this. */
export function readOptions(args: readonly string[]) {
  const { file, witness, checkpoint, signers, once } = parse(args)
  const [server, key, needed] = [once.server?.[0], once.key?.[0], once.needed?.[0]]
  if (server && !isAddress(server)) throw new Error('--server takes an address: https://host.')
  if (key && !/^[0-9a-f]{64}$/.test(key))
    throw new Error('--key takes the public key of the log: 64 characters of 0-9 and a-f.')
  if (needed && witness.length === 0) throw new Error('--needed counts witnesses: name them with --witness.')
  if (needed && !/^[1-9][0-9]{0,3}$/.test(needed)) throw new Error('--needed takes an integer from 1 on.')
  const keys = witness.map(checkWitness)
  return {
    file,
    checkpoint,
    server,
    key,
    signers: signers.map(readSigners),
    /** The texts that witnesses have to sign, and how many of them. */
    policy: { witnesses: witness, needed: needed ? Number(needed) : new Set(keys).size },
    acceptance: once.acceptance?.[0],
    proof: once['tlog-proof']?.[0],
  }
}

export type Options = ReturnType<typeof readOptions>
