import { useState } from 'react'
import type { Product } from '../../../../contract/market'
import { useOwnLimitText } from '../../../connected/useLimitFormat'
import { DOUBLE_CLICK_MS, useOneAtATime } from '../../../connected/useOneAtATime'
import { areLimitsUsual } from '../../../domain/proof/limits'
import { useT } from '../../../i18n'
import { showOpening } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import { withReason } from '../../../i18n/operatorReason'
import { joinSentences } from '../../../i18n/sentences'
import { tapFeedback } from '../../../platform/haptics'
import { currentUrl, openPage } from '../../../platform/navigation'
import { LOGIN_URL } from '../../../routes'
import { useLate } from '../../../stores/StoresContext'
import type { Refusal } from '../../../stores/sending/sendOnce'
import { useTellEvidence } from '../evidence/useTellEvidence'
import { type TicketForm, toRequest } from './ticketForm'

/**
 * Called once an order is on its way: with its id if it was placed as asked. Returns whether the page says so itself.
 */
export type OnPlaced = (id?: string) => boolean

/** Places the ticket's order once, regardless of further taps, and says what became of it. */
export function usePlaceOrder(product: Product, onPlaced: OnPlaced) {
  const t = useT()
  const format = useFormat()
  const { orders, ui, session, market, preferences, account } = useLate()
  const { tellOtherLog, tellProblems } = useTellEvidence()
  const { busy: placing, run } = useOneAtATime(DOUBLE_CLICK_MS)
  const [error, setError] = useState<string | undefined>(undefined)
  const [isOwnLimit, setOwnLimit] = useState(false)
  const ownLimitText = useOwnLimitText()

  function refusalText({ code, details }: Refusal, stake: string): string {
    if (code === 'stake_too_low' && details.limit) return t('common.tooLow', { limit: format.number(details.limit) })
    if (code === 'stake_too_high' && details.limit) return t('common.tooHigh', { limit: format.number(details.limit) })
    // Waiting for other orders to end does not help one that is above the limit alone.
    if (code === 'open_stakes_reached' && details.limit && Number(stake) > Number(details.limit)) {
      return t('common.tooHigh', { limit: format.number(details.limit) })
    }
    if (code === 'balance_insufficient') return t('common.insufficient')
    if (code === 'account_limit_reached') return ownLimitText(details)
    if (code === 'product_closed' && details.opensAt) {
      return t('trade.closedUntil', { time: showOpening(details.opensAt, preferences.timeZone) })
    }
    return withReason(t(`errors.${code}`), details.reason, t)
  }

  /** The terms on the screen were old: fetch the new ones, the form stays as it is. */
  function refreshTerms(code: Refusal['code']) {
    if (code === 'balance_insufficient') void account.load()
    if (['earnings_rate_changed', 'duration_unavailable', 'product_closed', 'product_maintenance'].includes(code)) {
      void market.productOf(product.symbol).refresh()
    }
  }

  async function send(form: TicketForm) {
    const currency = session.appInfo?.currency
    if (!currency) return setError(t('errors.network'))
    const request = toRequest(form, product, currency)
    if (!request) return setError(t('common.emptyValue'))
    if (!areLimitsUsual(product)) return setError(t('trade.unusualLimits'))
    setError(undefined)
    setOwnLimit(false)
    const result = await orders.place(request)
    if (result.kind === 'refused') {
      refreshTerms(result.failure.code)
      setOwnLimit(result.failure.code === 'account_limit_reached')
      if (result.failure.code === 'ask_other_log') void tellOtherLog()
      const said = refusalText(result.failure, request.stake)
      return setError(result.isUnsigned ? joinSentences(said, t('orders.refused.unsigned')) : said)
    }
    tapFeedback()
    const isPlaced = result.kind === 'done' && result.problems.length === 0
    const isSaid = onPlaced(isPlaced ? result.value.id : undefined)
    if (result.kind === 'checking') ui.toast(t('trade.checkingToast'), 'info')
    else if (!isPlaced) void tellProblems(result.value.id, result.problems)
    else if (!isSaid) ui.toast(t('trade.placed'), 'success')
  }

  async function place(form: TicketForm) {
    if (!session.isLoggedIn) {
      session.setOrderBackUrl(currentUrl())
      openPage(LOGIN_URL)
      return
    }
    await run(() => send(form))
  }

  return { placing, error, isOwnLimit, place }
}
