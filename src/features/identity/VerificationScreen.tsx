import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Verification } from '../../../contract/verification'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Icon } from '../../components/Icon'
import { Skeleton } from '../../components/Skeleton'
import { Steps } from '../../components/Steps'
import { Loaded } from '../../connected/Loaded'
import { useReload } from '../../connected/useReload'
import { useReviewTimes } from '../../connected/useReviewTimes'
import { useT } from '../../i18n'
import { useCountries } from '../../i18n/countries/countries'
import { showDateTime, useDayFormat } from '../../i18n/days'
import { operatorReasonText } from '../../i18n/operatorReason'
import { useLate, useStores } from '../../stores/StoresContext'
import { VerificationFormView } from './VerificationFormView'
import './VerificationScreen.scss'

/** Real-name verification in each of its states (PRODUCT.md 13.2). */
export const VerificationScreen = observer(function VerificationScreen() {
  const { verification, changes, account } = useLate()
  useReload(
    () => {
      void verification.load()
      if (changes.count('verification') > 0 || account.figures === undefined) void account.load()
    },
    { topics: ['verification'] },
  )
  return (
    <Loaded
      from={verification.current}
      loading={<Skeleton shape="block" count={3} />}
      onRetry={() => verification.load()}
    >
      {(known) =>
        known.status === 'not_submitted' || known.status === 'rejected' ? (
          <Open verification={known} />
        ) : (
          <Waiting verification={known} status={known.status} />
        )
      }
    </Loaded>
  )
})

/** The state in which it can be submitted: for the first time, or after a rejection. */
function Open({ verification }: { verification: Verification }) {
  const t = useT()
  const { status, reason, answers } = verification
  return (
    <View className="form-page stack">
      {reason ? (
        <Banner icon="warning" text={t('identity.rejected', { reason: operatorReasonText(reason, t) })} />
      ) : null}
      <VerificationSteps current={0} />
      <Text className="muted t14">{t(status === 'rejected' ? 'identity.rejectedText' : 'identity.intro')}</Text>
      <VerificationFormView answers={answers} />
    </View>
  )
}

function VerificationSteps({ current }: { current: number }) {
  const t = useT()
  const titles = [t('identity.submit'), t('identity.status.under_verification'), t('identity.status.verified')]
  return <Steps label={t('auth.step', { step: current + 1, total: 3 })} titles={titles} current={current} />
}

interface WaitingProps {
  verification: Verification
  status: Exclude<Verification['status'], 'not_submitted' | 'rejected'>
}

const Waiting = observer(function Waiting({ verification, status }: WaitingProps) {
  const t = useT()
  const days = useDayFormat()
  const [renewing, setRenewing] = useState(false)
  const { preferences } = useStores()
  const times = useReviewTimes()
  const countries = useCountries()
  const { answers, submittedAt, dueAt, decidedAt, validUntil, renewal } = verification
  const verified = status === 'verified'
  const at = (instant: string) => showDateTime(instant, preferences.timeZone)
  const country = countries?.find(({ iso }) => iso === answers?.nationality)?.name ?? answers?.nationality
  if (renewal && renewing)
    return (
      <View className="form-page stack">
        <Text className="muted t14">{t('identity.renewText')}</Text>
        <VerificationFormView answers={null} />
      </View>
    )
  return (
    <View className="form-page stack">
      {renewal ? <Banner icon="warning" text={t(`identity.renewal.${renewal}`)} /> : null}
      <VerificationSteps current={verified ? 2 : 1} />
      <Card className={`verification__state stack gap-8${verified ? ' verification__state--done' : ''}`}>
        <Icon name={verified ? 'id' : 'clock'} size={32} />
        <Text className="t16 strong" ariaRole="status">
          {t(`identity.status.${status}`)}
        </Text>
        <Text className="muted t13">{verified ? t('identity.statusText.verified') : times.due(dueAt)}</Text>
      </Card>
      {answers ? (
        <Card>
          <Fact label={t('identity.name')}>{answers.name}</Fact>
          <Fact label={t('identity.nationality')}>{country}</Fact>
          <Fact label={t('identity.idNumber')}>{answers.idNumber}</Fact>
          {submittedAt ? <Fact label={t('identity.submittedAt')}>{at(submittedAt)}</Fact> : null}
          {decidedAt ? <Fact label={t('identity.decidedAt')}>{at(decidedAt)}</Fact> : null}
          {validUntil ? <Fact label={t('identity.validUntil')}>{days.full(validUntil)}</Fact> : null}
        </Card>
      ) : null}
      {renewal ? <Button onClick={() => setRenewing(true)}>{t('identity.renew')}</Button> : null}
    </View>
  )
})
