import { evidenceText } from '../../../../proof/evidence'
import type { SeenCheckpoint } from '../../../../proof/time'
import { useSaveFile } from '../../../connected/useSaveFile'
import { useT } from '../../../i18n'
import { useLate } from '../../../stores/StoresContext'

export interface SaveEvidence {
  /** All that this device holds in hand about an order, with its receipt if there is one. */
  ofOrder(orderId: string): Promise<void>
  /** Two signed checkpoints of the log that contradict each other. */
  ofLog(checkpoints: { before: SeenCheckpoint; after: SeenCheckpoint }): Promise<void>
}

/** Saves what a user can hand to others as one file (docs/PROOF_FORMAT.md). */
export function useSaveEvidence(): SaveEvidence {
  const t = useT()
  const { evidence, proof } = useLate()
  const saveFile = useSaveFile()
  const save = async (name: string, text: string | undefined) => {
    if (text === undefined) return
    const file = { name: `${name}-evidence.json`, type: 'application/json', text }
    await saveFile(file, { saved: t('orders.evidence.saved'), failed: t('orders.evidence.notSaved') })
  }
  return {
    ofOrder: (orderId) => save(orderId, evidence.fileOf(orderId, proof.checkOf(orderId).value?.text)),
    ofLog: ({ before, after }) => save('log', evidenceText(undefined, undefined, [before, after])),
  }
}
