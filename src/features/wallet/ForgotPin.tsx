import { Button } from '../../components/Button'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'

/** Below the keys of the trade password: a link to customer service, who can reset it. */
export function ForgotPin() {
  const t = useT()
  const openService = useCustomerService()
  return (
    <Button tone="plain" size="medium" onClick={openService}>
      {t('wallet.pinForgot')}
    </Button>
  )
}
