import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Verification } from '../../../contract/verification'
import { Button, type ButtonProps } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { Skeleton } from '../../components/Skeleton'
import { Steps } from '../../components/Steps'
import { Loaded } from '../../connected/Loaded'
import { useReload } from '../../connected/useReload'
import { useReviewTimes } from '../../connected/useReviewTimes'
import { useT } from '../../i18n'
import { operatorReasonText } from '../../i18n/operatorReason'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'

interface NoticeProps {
  /** Of a first withdrawal: identity, account, withdrawal. */
  titles: readonly string[]
  /** Those that are done already. */
  done: readonly number[]
}

/** What became of the identity that a withdrawal needs (PRODUCT.md 13.2): a user who has sent it is not asked again. */
export const VerificationNotice = observer(function VerificationNotice({ titles, done }: NoticeProps) {
  const t = useT()
  const { current } = useLate().verification
  useReload(() => current.refresh(), { topics: ['verification'] })
  return (
    <Loaded from={current} loading={<Skeleton shape="block" />}>
      {(verification) => (
        <>
          <Steps
            label={t('auth.step', { step: 1, total: titles.length })}
            titles={titles}
            current={0}
            done={done}
            state={STEP_STATES[verification.status]}
          />
          <State verification={verification} />
        </>
      )}
    </Loaded>
  )
})

const STEP_STATES: Partial<Record<Verification['status'], 'waiting' | 'refused'>> = {
  submitted: 'waiting',
  under_verification: 'waiting',
  rejected: 'refused',
}

interface Words {
  icon: IconName
  title: string
  texts: string[]
  action: string
  tone?: ButtonProps['tone']
}

function useWords(verification: Verification): Words {
  const t = useT()
  const times = useReviewTimes()
  switch (verification.status) {
    case 'submitted':
    case 'under_verification': {
      const title = t('identity.status.under_verification')
      return {
        icon: 'clock',
        title,
        texts: [times.sent(verification.submittedAt), times.due(verification.dueAt)],
        action: t('identity.seeSent'),
        tone: 'plain',
      }
    }
    case 'rejected':
      return {
        icon: 'warning',
        title: t('identity.rejectedTitle'),
        texts: verification.reason ? [operatorReasonText(verification.reason, t)] : [],
        action: t('identity.correct'),
      }
    case 'verified':
      // Only an expired document stops whoever is verified.
      return { icon: 'id', title: t('identity.renewal.overdue'), texts: [], action: t('identity.renew') }
    case 'not_submitted':
      return {
        icon: 'id',
        title: t('wallet.obstacle.notVerified'),
        texts: [t('wallet.obstacle.notVerifiedText')],
        action: t('wallet.obstacle.goVerify'),
      }
  }
}

const State = observer(function State({ verification }: { verification: Verification }) {
  const { icon, title, texts, action, tone = 'primary' } = useWords(verification)
  return (
    <Card className={`obstacle${verification.status === 'rejected' ? ' obstacle--refused' : ''}`}>
      <Icon name={icon} size={28} />
      <Text className="t16 strong" ariaRole="status">
        {title}
      </Text>
      {texts.map((text) => (
        <Text key={text} className="muted t13">
          {text}
        </Text>
      ))}
      <Button size="medium" tone={tone} onClick={() => openPage('/pages/verify/verify')}>
        {action}
      </Button>
    </Card>
  )
})
