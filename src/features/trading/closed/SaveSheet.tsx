import { observer } from 'mobx-react-lite'
import type { Order } from '../../../../contract/orders'
import { ListRow } from '../../../components/ListRow'
import { Sheet } from '../../../components/Sheet'
import { useSaveFile } from '../../../connected/useSaveFile'
import { useT } from '../../../i18n'
import { isSound } from '../../../stores/ProofStore'
import { useLate } from '../../../stores/StoresContext'
import { useSaveEvidence } from '../evidence/useSaveEvidence'

/** Saves the receipt of an order, from which a program can verify the result. Undefined while there is none. */
export function useSaveReceipt(order: Order): (() => Promise<void>) | undefined {
  const t = useT()
  const { proof } = useLate()
  const saveFile = useSaveFile()
  const text = proof.checkOf(order.id).value?.text
  if (text === undefined) return undefined
  const file = { name: `${order.number}.json`, type: 'application/json', text }
  return () => saveFile(file, { saved: t('orders.proof.saved'), failed: t('orders.proof.notSaved') })
}

export interface SaveSheetProps {
  order: Order
  open: boolean
  onClose: () => void
}

/** The forms in which a proof can be kept, each with what it is for. */
export const SaveSheet = observer(function SaveSheet({ order, open, onClose }: SaveSheetProps) {
  const t = useT()
  const { evidence, proof } = useLate()
  const saveFile = useSaveFile()
  const saveReceipt = useSaveReceipt(order)
  const saveEvidence = useSaveEvidence()
  const { value } = proof.checkOf(order.id)
  const saveProof = async () => {
    const text = await proof.tlogProof(order.id)
    if (text === undefined) return
    const file = { name: `${order.number}.tlog-proof`, type: 'text/plain', text }
    await saveFile(file, { saved: t('orders.proof.savedProof'), failed: t('orders.proof.notSaved') })
  }
  const hasEvidence = value !== undefined || evidence.holds(order.id)
  return (
    <Sheet open={open} onClose={onClose} title={t('orders.story.save')} closeLabel={t('common.close')}>
      {saveReceipt ? (
        <ListRow
          icon="document"
          title={t('orders.proof.save')}
          note={t('orders.save.receipt')}
          onClick={() => void saveReceipt()}
        />
      ) : null}
      {value && isSound(value) ? (
        <ListRow
          icon="grid"
          title={t('orders.proof.saveProof')}
          note={t('orders.save.proof')}
          onClick={() => void saveProof()}
        />
      ) : null}
      {hasEvidence ? (
        <ListRow
          icon="shield"
          title={t('orders.evidence.save')}
          note={t('orders.save.evidence')}
          onClick={() => void saveEvidence.ofOrder(order.id)}
        />
      ) : null}
    </Sheet>
  )
})
