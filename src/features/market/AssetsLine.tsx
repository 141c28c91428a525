import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { maskOf } from '../../components/cutOf'
import { useReload } from '../../connected/useReload'
import { sparklinePath } from '../../domain/sparkline'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import './AssetsLine.scss'

const BOX = { width: 320, height: 56, padding: 0 }

/** The total of the last seven days below the present one, which ends the line. Nothing while balances are hidden. */
export const AssetsLine = observer(function AssetsLine() {
  const t = useT()
  const format = useFormat()
  const { account, capitalRecord, preferences } = useStores()
  const { week } = capitalRecord
  useReload(() => week.load())
  const total = account.balance?.total
  if (preferences.hideBalances || total === undefined || !week.value) return null
  const known = week.value.totals.filter((one) => one !== null)
  // A new user has a level line: the total so far.
  const points = [known[0] ?? total, ...known.slice(1), total]
  const line = sparklinePath(points, BOX)
  const from = format.number(points[0] ?? total)
  return (
    <>
      <Text className="assets-line__span">{t('home.week')}</Text>
      <View className="assets-line" ariaRole="img" aria-label={t('home.weekLabel', { from, to: format.number(total) })}>
        <View className="assets-line__area cut" style={maskOf(`${line}V${BOX.height}H0Z`, BOX, { fill: '#000' })} />
        <View className="assets-line__stroke cut" style={maskOf(line, BOX)} />
        <View className="assets-line__dot" style={{ top: `${endOf(line)}%` }} />
      </View>
    </>
  )
})

/** Height of a path's last point in its box, in percent. */
const endOf = (line: string): string => ((100 * Number(line.slice(line.lastIndexOf(' ') + 1))) / BOX.height).toFixed(1)
