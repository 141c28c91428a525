import type { KeyChange } from '../../../contract/proof'
import type { Queryable } from '../database/database'

/** Every change of the key, oldest first, from the text of its leaf (docs/PROOF.md, "Texts"). */
export async function readKeyChanges(database: Queryable): Promise<KeyChange[]> {
  const rows = await database.query<{ entry: string; old_signature: Buffer; new_signature: Buffer }>(
    'select entry, old_signature, new_signature from key_change order by leaf',
  )
  return rows.map(({ entry, old_signature: oldSignature, new_signature: newSignature }) => {
    const [, , from = '', to = '', at] = entry.split('|')
    return {
      ...{ from, to, at: Number(at) },
      oldSignature: oldSignature.toString('hex'),
      newSignature: newSignature.toString('hex'),
    }
  })
}
