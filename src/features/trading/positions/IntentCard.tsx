import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Banner } from '../../../components/Banner'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import type { Unclear } from '../../../connected/UnclearList'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { joinSentences } from '../../../i18n/sentences'
import { useLate } from '../../../stores/StoresContext'
import { directionText } from '../directions'
import { useSaveEvidence } from '../evidence/useSaveEvidence'

/** An order whose answer was lost. */
export const IntentCard = observer(function IntentCard({ intent, isChecking, dismiss }: Unclear<'order'>) {
  const t = useT()
  const format = useFormat()
  const { market, orders } = useLate()
  const { symbol, stake, direction } = intent.body
  return (
    <Card className="position">
      <View className="row t16 strong">
        <Text>{market.nameOf(symbol)}</Text>
        <Amount text={format.number(stake)} />
      </View>
      <Text className="muted t13">{directionText(direction, t)}</Text>
      {isChecking ? (
        <Checking orderId={intent.id} isSilent={orders.outcomes.isSilent(intent.id)} />
      ) : (
        <Banner
          icon="warning"
          text={joinSentences(
            t('orders.notPlaced'),
            t(`orders.refused.${signedOf(orders.outcomes.refusedOf(intent.id))}`),
          )}
          actionLabel={t('common.dismiss')}
          onAction={dismiss}
        />
      )}
    </Card>
  )
})

const signedOf = (refused: { refusal?: unknown } | undefined) => (refused?.refusal ? 'signed' : 'unsigned')

function Checking({ orderId, isSilent }: { orderId: string; isSilent: boolean }) {
  const t = useT()
  const { evidence } = useLate()
  const save = useSaveEvidence()
  if (isSilent) {
    // The ask as it was left with witnesses; without one there is nothing that others could check.
    const hasFile = evidence.fileOf(orderId) !== undefined
    const saving = { actionLabel: t('orders.evidence.save'), onAction: () => void save.ofOrder(orderId) }
    return <Banner icon="warning" text={t('orders.evidence.silent.title')} {...(hasFile ? saving : {})} />
  }
  return <Banner tone="brand" icon="clock" text={`${t('orders.checking')}. ${t('orders.checkingText')}`} />
}
