import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Amount } from '../../../connected/Amount'
import { minorText } from '../../../domain/money'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { T } from '../../../i18n/keys'
import { joinSentences } from '../../../i18n/sentences'
import type { Dispute } from '../../../stores/asking/EvidenceStore'
import { useLate, useStores } from '../../../stores/StoresContext'
import { acceptanceText } from './acceptanceText'
import './DisputeCard.scss'
import { directionText } from '../directions'
import { useSaveEvidence } from './useSaveEvidence'

/** That this device was shown two logs, and what the user can do about it. */
export const SplitCard = observer(function SplitCard({ onDismiss }: { onDismiss: () => void }) {
  const t = useT()
  const { split } = useLate().evidence
  const save = useSaveEvidence()
  if (!split) return null
  return (
    <Card className="dispute">
      <View ariaRole="alert">
        <Text className="dispute__title block strong">{t('orders.evidence.otherLog.title')}</Text>
        <Text className="dispute__text block t13">{t('orders.evidence.otherLog.text')}</Text>
      </View>
      <DisputeActions onSave={() => save.ofLog(split)} onDismiss={onDismiss} />
    </Card>
  )
})

function DisputeActions({ onSave, onDismiss }: { onSave: () => Promise<void>; onDismiss: () => void }) {
  const t = useT()
  return (
    <View className="dispute__actions">
      <Button tone="secondary" size="medium" onClick={() => void onSave()}>
        {t('orders.evidence.save')}
      </Button>
      <Button tone="plain" size="medium" onClick={onDismiss}>
        {t('common.dismiss')}
      </Button>
    </View>
  )
}

interface DisputeCardProps {
  dispute: Dispute
  onDismiss: () => void
}

const textOf = ({ kind, kept }: Dispute, t: T): string =>
  kind === 'late'
    ? t('orders.evidence.late.text', { seconds: Math.round((kept.lateMs ?? 0) / 1_000) })
    : t(`orders.evidence.${kind}.text`)

/** An order for which the service does not stand by what it has signed, and what the user can do about it. */
export const DisputeCard = observer(function DisputeCard({ dispute, onDismiss }: DisputeCardProps) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const save = useSaveEvidence()
  const { kind, kept } = dispute
  const { number, symbol, direction, stake, scale } = kept.terms
  return (
    <Card className="dispute">
      <View ariaRole="alert">
        <Text className="dispute__title block strong">{t(`orders.evidence.${kind}.title`)}</Text>
        <View className="row t13 muted">
          <Text>{`${market.nameOf(symbol)} · ${directionText(direction, t)}`}</Text>
          <Amount className="num" text={format.number(minorText(stake, scale))} />
        </View>
        <Text className="muted t12 num">{`${t('orders.detail.number')} ${number}`}</Text>
        <Text className="dispute__text block t13">
          {joinSentences(acceptanceText(kept.problems ?? [], t), textOf(dispute, t))}
        </Text>
      </View>
      <DisputeActions onSave={() => save.ofOrder(kept.orderId)} onDismiss={onDismiss} />
    </Card>
  )
})
