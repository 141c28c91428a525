import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'
import { useSaveFile } from '../../ui/useSaveFile'

/** Saves all that this device holds in hand about an order, with its receipt where there is one, as one file. */
export function useSaveEvidence(): (orderId: string) => Promise<void> {
  const t = useT()
  const { evidence, proof } = useStores()
  const saveFile = useSaveFile()
  return async (orderId) => {
    const text = evidence.fileOf(orderId, proof.checkOf(orderId).value?.receipt)
    if (text === undefined) return
    const file = { name: `${orderId}-evidence.json`, type: 'application/json', text }
    await saveFile(file, { saved: t('orders.evidence.saved'), failed: t('orders.evidence.notSaved') })
  }
}
