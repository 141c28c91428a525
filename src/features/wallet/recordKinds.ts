import type { CapitalEntry } from '../../../contract/capitalRecord'
import type { IconName } from '../../components/Icon'
import type { PlainKey } from '../../i18n/keys'

/** Locale key of what moved the balance; the compiler keeps it complete. */
export const CAPITAL_KIND_NAMES: Record<CapitalEntry['kind'], PlainKey> = {
  demo_grant: 'wallet.record.kind.demo_grant',
  deposit: 'wallet.record.kind.deposit',
  withdrawal: 'wallet.record.kind.withdrawal',
  withdrawal_returned: 'wallet.record.kind.withdrawal_returned',
  order_placed: 'wallet.record.kind.order_placed',
  order_settled: 'wallet.record.kind.order_settled',
  order_voided: 'wallet.record.kind.order_voided',
  savings_deposit: 'wallet.record.kind.savings_deposit',
  savings_transfer_out: 'wallet.record.kind.savings_transfer_out',
  account_closed: 'wallet.record.kind.account_closed',
}

export const CAPITAL_KIND_ICONS: Record<CapitalEntry['kind'], IconName> = {
  demo_grant: 'deposit',
  deposit: 'deposit',
  withdrawal: 'withdraw',
  withdrawal_returned: 'withdraw',
  order_placed: 'positions',
  order_settled: 'positions',
  order_voided: 'positions',
  savings_deposit: 'savings',
  savings_transfer_out: 'savings',
  account_closed: 'withdraw',
}
