import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Savings } from '../../../contract/savings'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { useT } from '../../i18n'
import { DepositDates } from './DepositDates'
import './DepositTerms.scss'

/** When a deposit made now would earn, and how many deposits and transfers out remain today. */
export const DepositTerms = observer(function DepositTerms({ figures }: { figures: Savings }) {
  const t = useT()
  return (
    <Card>
      <Text className="deposit-terms__title muted t13">{t('savings.ifNow')}</Text>
      <DepositDates />
      <Fact label={t('savings.left')}>
        {t('savings.leftValue', { deposits: figures.depositsLeft, transfersOut: figures.transfersOutLeft })}
      </Fact>
    </Card>
  )
})
