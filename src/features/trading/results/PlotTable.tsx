import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { Fold } from '../../../components/Fold'
import { Amount } from '../../../connected/Amount'
import { useSaveFile } from '../../../connected/useSaveFile'
import { moveOf } from '../../../domain/price'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { groupsCsv, type NamedSums } from './figures'

interface PlotTableProps {
  /** Names the file, e.g. "days". */
  file: string
  /** Head of the first column. */
  head: string
  groups: readonly (NamedSums & { key: string })[]
}

/** The figures behind a plot as a table and as a file; closed until it is asked for. */
export function PlotTable(props: PlotTableProps) {
  const t = useT()
  return (
    <Fold title={t('results.table')}>
      <Table {...props} />
    </Fold>
  )
}

const Table = observer(function Table({ file, head, groups }: PlotTableProps) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  const saveFile = useSaveFile()
  const words = {
    orders: t('wallet.statement.orders'),
    won: t('orders.status.won'),
    lost: t('orders.status.lost'),
    staked: t('wallet.statement.stakes'),
    net: t('wallet.statement.result'),
  }
  const handleCsv = () => {
    const currency = session.appInfo?.currency.code ?? ''
    const heads = [
      head,
      words.orders,
      words.won,
      words.lost,
      t('orders.status.tie'),
      t('orders.status.void'),
      `${words.staked} (${currency})`,
      `${words.net} (${currency})`,
      `${t('results.breakEvenRate')} (%)`,
    ]
    const saved = { name: `results-${file}.csv`, type: 'text/csv', text: groupsCsv(groups, heads, format.decimal) }
    return saveFile(saved, { saved: t('wallet.record.saved'), failed: t('wallet.record.notSaved') })
  }
  // A mini program has no keyboard, so Taro's types know nothing of one.
  const scrolls = { tabIndex: 0 }
  return (
    <>
      <View className="plot-table__room" ariaRole="region" aria-label={head} {...scrolls}>
        <View className="plot-table__table num" ariaRole="table" aria-label={head}>
          <View className="plot-table__row muted" ariaRole="row">
            {[head, words.orders, words.won, words.lost, words.staked, words.net].map((word) => (
              <Text key={word} className="plot-table__cell" ariaRole="columnheader">
                {word}
              </Text>
            ))}
          </View>
          {groups.map(({ key, name, orders, won, lost, staked, net }) => (
            <View key={key} className="plot-table__row" ariaRole="row">
              <Text className="plot-table__cell" ariaRole="rowheader">
                {name}
              </Text>
              {[orders, won, lost].map((count, index) => (
                <Text key={String(index)} className="plot-table__cell" ariaRole="cell">
                  {count}
                </Text>
              ))}
              <View className="plot-table__cell" ariaRole="cell">
                <Amount text={format.number(staked)} />
              </View>
              <View className="plot-table__cell" ariaRole="cell">
                <Amount className="strong num" move={moveOf(net)} text={format.signed(net)} />
              </View>
            </View>
          ))}
        </View>
      </View>
      <Button tone="secondary" size="medium" block={false} onClick={() => void handleCsv()}>
        {t('wallet.record.export')}
      </Button>
    </>
  )
})
