import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../src/shared/assert'
import { projectRoot } from '../../src/shared/paths'
import { readSignerSet, type SignerSet } from '../../src/shared/signed/signerSet'

const FILE = join(projectRoot(), '..', 'shared', 'market-data', 'pyth-updates.json')

interface Recordings {
  signerSets: Record<string, { quorum: string; emitterChain: number; emitter: string; addresses: string[] }>
  updates: { signerSet: number; hex: string }[]
}

/** Real updates with the set that signed them; none if the file of recordings is not next to the project. */
export function recordedUpdates(): { set: SignerSet; bytes: Buffer }[] {
  if (!existsSync(FILE)) return []
  const { signerSets, updates } = JSON.parse(readFileSync(FILE, 'utf8')) as Recordings
  return updates.map(({ signerSet, hex }) => {
    const { emitterChain, emitter, addresses } = present(signerSets[signerSet], 'each update names a set of the file')
    const quorum = Math.floor((addresses.length * 2) / 3) + 1
    const text = `signers|1|${signerSet}|${emitterChain}|${emitter}|${quorum}|${addresses.join(',')}`
    return { set: present(readSignerSet(text), 'the file has whole sets'), bytes: Buffer.from(hex, 'hex') }
  })
}
