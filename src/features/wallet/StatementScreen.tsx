import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { AccountStatement } from '../../../contract/statement'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { Fact } from '../../components/Fact'
import { Skeleton } from '../../components/Skeleton'
import { Amount } from '../../connected/Amount'
import { Loaded } from '../../connected/Loaded'
import { PrintButton } from '../../connected/PrintButton'
import { SymbolIcon } from '../../connected/SymbolIcon'
import { useReload } from '../../connected/useReload'
import { useSaveFile } from '../../connected/useSaveFile'
import { moveOf } from '../../domain/price'
import { useLocale, useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { chosenTimeZone } from '../../platform/timeZone'
import { useLate, useStores } from '../../stores/StoresContext'
import './StatementScreen.scss'
import { periodName } from '../../i18n/monthName'
import { type StatementLine, statementCsv, statementLines, statementMonths, statementYears } from './statementLines'

/** The statement of a month or a year: balances, sums and results by product; also as a file and on paper. */
export const StatementScreen = observer(function StatementScreen() {
  const t = useT()
  const locale = useLocale()
  const { account, capitalRecord, connection, preferences } = useLate()
  const months = statementMonths(connection.serverNow(), preferences.timeZone)
  const years = statementYears(months)
  const [period, setPeriod] = useState(months[0] ?? '')
  const statement = capitalRecord.statementOf(period, chosenTimeZone(preferences.timeZone))
  useReload(() => statement.refresh(), { topics: ['account'], on: [period, account.balance?.version] })
  return (
    <View className="statement stack columns">
      <View className="swipe columns__whole" ariaRole="group" aria-label={t('wallet.statement.period')}>
        {[...years, ...months].map((each) => (
          <Chip key={each} className="statement__month" selected={each === period} onClick={() => setPeriod(each)}>
            {periodName(each, t, locale)}
          </Chip>
        ))}
      </View>
      <Loaded from={statement} loading={<Skeleton shape="row" count={8} />}>
        {(loaded) => <Statement statement={loaded} ended={period !== months[0] && period !== years[0]} />}
      </Loaded>
    </View>
  )
})

interface StatementProps {
  statement: AccountStatement
  /** False for the current month or year. */
  ended: boolean
}

const Statement = observer(function Statement({ statement, ended }: StatementProps) {
  const t = useT()
  const format = useFormat()
  const { savings } = statement
  return (
    <>
      <Actions statement={statement} ended={ended} />
      <Card>
        {statementLines(statement, ended, t).map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Card>
      <Text className="statement__head block muted t13 columns__head">{t('wallet.statement.byProduct')}</Text>
      <Products statement={statement} />
      <Text className="statement__head block muted t13 columns__head">{t('wallet.record.group.savings')}</Text>
      <Card>
        <Fact label={t('wallet.record.kind.savings_deposit')}>
          <Amount text={format.number(savings.deposited)} />
        </Fact>
        <Fact label={t('wallet.record.kind.savings_transfer_out')}>
          <Amount text={format.number(savings.transferredOut)} />
        </Fact>
      </Card>
      <Text className="statement__basis block muted t13">{t('wallet.statement.basis')}</Text>
      <PrintButton />
    </>
  )
})

const Line = observer(function Line({ line }: { line: StatementLine }) {
  const format = useFormat()
  const text = line.kind === 'change' ? format.signed(line.amount) : format.number(line.amount)
  return (
    <Fact label={line.label} strong={line.kind === 'balance'}>
      <Amount text={text} />
    </Fact>
  )
})

const Products = observer(function Products({ statement }: { statement: AccountStatement }) {
  const t = useT()
  const format = useFormat()
  const { market } = useStores()
  const { products, total } = statement.orders
  if (products.length === 0)
    return <Text className="statement__basis block muted t13">{t('wallet.statement.noOrders')}</Text>
  const rows = [
    ...products.map((row) => ({ ...row, name: market.nameOf(row.symbol) })),
    ...(products.length > 1 ? [{ ...total, symbol: '', name: t('wallet.statement.total') }] : []),
  ]
  return (
    <Card>
      {rows.map((row) => (
        <View key={row.symbol} className="statement__product line">
          {row.symbol === '' ? null : <SymbolIcon symbol={row.symbol} />}
          <View className="fills">
            <View className="row">
              <Text className="strong">{row.name}</Text>
              <Amount className="strong num" move={moveOf(row.result)} text={format.signed(row.result)} />
            </View>
            <View className="statement__parts muted t13 num">
              <Text>{`${t('wallet.statement.orders')} ${row.count}`}</Text>
              <Amount text={format.number(row.stakes)} say={(amount) => `${t('wallet.statement.stakes')} ${amount}`} />
              <Amount
                text={format.number(row.returned)}
                say={(amount) => `${t('wallet.statement.returned')} ${amount}`}
              />
            </View>
          </View>
        </View>
      ))}
    </Card>
  )
})

const Actions = observer(function Actions({ statement, ended }: StatementProps) {
  const t = useT()
  const format = useFormat()
  const { market, session } = useStores()
  const saveFile = useSaveFile()
  const nameOf = (symbol: string) => market.nameOf(symbol)
  const handleCsv = () => {
    const currency = session.appInfo?.currency.code ?? ''
    const text = statementCsv(statement, ended, { t, nameOf, currency, decimal: format.decimal })
    const file = { name: `statement-${statement.period}.csv`, type: 'text/csv', text }
    return saveFile(file, { saved: t('wallet.record.saved'), failed: t('wallet.record.notSaved') })
  }
  return (
    <View className="statement__actions wraps columns__whole">
      <Button tone="secondary" size="medium" onClick={() => void handleCsv()}>
        {t('wallet.record.export')}
      </Button>
    </View>
  )
})
