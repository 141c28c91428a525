import type { AcceptanceProblem } from '../../../../proof/acceptance'
import { useT } from '../../../i18n'
import { joinSentences } from '../../../i18n/sentences'
import { useLate } from '../../../stores/StoresContext'
import { acceptanceText } from './acceptanceText'
import { useRestoredText } from './useRestoredText'
import { useSaveEvidence } from './useSaveEvidence'

/** Reports faults of the signed acceptance at once, and offers to save the evidence. */
export function useTellEvidence() {
  const t = useT()
  const { signer, ui } = useLate()
  const save = useSaveEvidence()
  const restoredText = useRestoredText()
  const offer = (title: string, text: string) =>
    ui.confirm({ title, text, confirmLabel: t('orders.evidence.save'), cancelLabel: t('common.close') })

  return {
    /** The service has signed something else than was asked for. */
    async tellProblems(orderId: string, problems: readonly AcceptanceProblem[]) {
      const text = joinSentences(acceptanceText(problems, t), t('orders.evidence.otherwise.text'))
      if (await offer(t('orders.evidence.otherwise.title'), text)) await save.ofOrder(orderId)
    },
    /** The service does not have the log that this device has seen, and has signed another one. */
    async tellOtherLog() {
      const both = await signer.startOver()
      if (!both) return
      const [what, why = ''] = both.restored ? restoredText(both.restored) : [t('orders.evidence.otherLog.text')]
      const text = joinSentences(joinSentences(what, why), t('errors.ask_other_log'))
      if (await offer(t('orders.evidence.otherLog.title'), text)) await save.ofLog(both)
    },
  }
}
