import { observer } from 'mobx-react-lite'
import type { PayeeReview } from '../../../contract/payoutAccount'
import { Banner } from '../../components/Banner'
import { useReviewTimes } from '../../connected/useReviewTimes'
import { useT } from '../../i18n'
import { operatorReasonText } from '../../i18n/operatorReason'

/** That two people compare the payee's name with the verified one, and until when; or why they refused it. */
export const PayeeReviewBanner = observer(function PayeeReviewBanner({ review }: { review: PayeeReview }) {
  const t = useT()
  const { due } = useReviewTimes()
  const { status, dueAt, reason } = review
  if (status === 'waiting') return <Banner icon="clock" text={`${t('wallet.payout.nameChecked')} ${due(dueAt)}`} />
  return (
    <Banner
      icon="warning"
      text={t('wallet.payout.nameRefused', { reason: reason === null ? '–' : operatorReasonText(reason, t) })}
    />
  )
})
