import { Text, View } from '@tarojs/components'
import type { PayoutAccount } from '../../../contract/payoutAccount'
import { Card } from '../../components/Card'
import { useT } from '../../i18n'

/** The bound account as a card: kind, bank or chain, and the masked number. */
export function PayoutCard({ account }: { account: PayoutAccount }) {
  const t = useT()
  return (
    <Card kind="hero" className="stack">
      <View className="row">
        <Text className="t13">{t(`wallet.payout.${account.kind}`)}</Text>
        <Text className="t13">{account.bank ?? account.chain}</Text>
      </View>
      <Text className="payout-card__number num">{account.masked}</Text>
      <Text className="t13">{account.accountName}</Text>
    </Card>
  )
}
