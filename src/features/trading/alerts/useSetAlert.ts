import { useState } from 'react'
import type { Product } from '../../../../contract/market'
import { DOUBLE_CLICK_MS, useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import { currentUrl, openPage } from '../../../platform/navigation'
import { LOGIN_URL } from '../../../routes'
import { useLate } from '../../../stores/StoresContext'
import type { AlertIntent } from './alertForm'

/** Sets the alert once, regardless of further taps; a visitor is sent to login and comes back here. */
export function useSetAlert(product: Product, onDone: () => void) {
  const t = useT()
  const { alerts, market, session, ui } = useLate()
  const { busy, run } = useOneAtATime(DOUBLE_CLICK_MS)
  const [asked, setAsked] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)

  async function send(intent: AlertIntent) {
    if (intent.kind !== 'ready') return
    const { direction, price } = intent
    const answer = await alerts.create({ symbol: product.symbol, direction, price })
    if (!answer.ok) {
      const { code } = answer.error
      if (code === 'alert_reached' || code === 'product_unknown') void market.productOf(product.symbol).refresh()
      setError(t(`errors.${code}`))
      return
    }
    setAsked(false)
    ui.toast(t('alerts.made'), 'success')
    onDone()
  }

  async function submit(intent: AlertIntent) {
    if (!session.isLoggedIn) {
      session.setOrderBackUrl(currentUrl())
      openPage(LOGIN_URL)
      return
    }
    await run(() => {
      setAsked(true)
      setError(undefined)
      return send(intent)
    })
  }

  return { busy, asked, error, submit }
}
