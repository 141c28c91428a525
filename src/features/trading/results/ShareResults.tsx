import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { HitRate, Results } from '../../../../contract/results'
import { Button } from '../../../components/Button'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStillHere } from '../../../platform/useStillHere'
import { useLate } from '../../../stores/StoresContext'
import { checkAddress } from '../closed/checkAddress'
import { noticeOf } from '../closed/noticeOf'
import { PictureSheet } from '../closed/PictureSheet'
import { BETS_MIN, betsOf, shapeOf, verdictOf } from './figures'
import { wholePercent } from './HitRateBar'
import { drawPeriodCard, type PeriodCardContent } from './periodCard'

export interface ShareResultsProps {
  results: Results
  rate: HitRate
  /** The period and the filters, in words. */
  terms: readonly string[]
  /** Those of the newest orders that are not verified yet, those that are looked at first at the front. */
  rest: readonly string[]
}

/** Verifies what is left, and offers a picture of the period: how often right, what it takes, and what can be luck. */
export const ShareResults = observer(function ShareResults({ results, rate, terms, rest }: ShareResultsProps) {
  const t = useT()
  const { proof } = useLate()
  const [open, setOpen] = useState(false)
  const { busy, run } = useOneAtATime()
  const isStillHere = useStillHere()
  const content = usePeriodCard(results, rate, terms)
  const handleOpen = async () => {
    await run(() => proof.verifyAll(rest, () => !isStillHere()))
    if (isStillHere()) setOpen(true)
  }
  return (
    <>
      <Button icon="share" size="medium" block={false} loading={busy} onClick={() => void handleOpen()}>
        {t('orders.share.open')}
      </Button>
      <PictureSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('results.share.title')}
        content={content}
        draw={drawPeriodCard}
        name="results.png"
        label={[content.figure, content.terms, content.verified, content.luck].join(', ')}
      />
    </>
  )
})

function usePeriodCard(results: Results, rate: HitRate, terms: readonly string[]): PeriodCardContent {
  const t = useT()
  const format = useFormat()
  const { proof, session } = useLate()
  const { total, newest, curve } = results
  const bets = betsOf(total)
  const breakEven = t('results.breakEven', { rate: wholePercent(rate.breakEvenBp, format) })
  return {
    brand: session.appInfo?.name ?? '',
    notice: noticeOf(session.appInfo, t),
    figure: t('results.of', { bets, won: total.won }),
    terms: [...terms, breakEven].join(' · '),
    ...shapeOf(curve),
    // The share of all that are counted, even if only the newest can be verified here.
    verified: t('results.verified.count', { verified: proof.verifiedOf(newest).size, orders: total.orders }),
    luck: bets < BETS_MIN ? t('results.few', { orders: BETS_MIN }) : t(`results.share.${verdictOf(rate)}`),
    address: checkAddress('')
      .replace(/^https?:\/\//, '')
      .replace(/\/?#?\/pages\/.*$/, ''),
  }
}
