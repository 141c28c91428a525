import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { ListRow } from '../../components/ListRow'
import { Tag } from '../../components/Tag'
import { Amount } from '../../connected/Amount'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useStores } from '../../stores/StoresContext'
import { type MoneyStatus, STATUS_TONE } from './status'

export interface MoneyRowProps {
  title: string
  /** Below it, e.g. a masked number. */
  detail?: string
  amount: string
  status: MoneyStatus
  createdAt: string
  onClick: () => void
}

/** One deposit or withdrawal of the list; a tap shows its course. */
export const MoneyRow = observer(function MoneyRow(props: MoneyRowProps) {
  const t = useT()
  const format = useFormat()
  const { preferences } = useStores()
  // A time to the minute: an age such as "just now" is too vague for money under way.
  const when = showDateTime(props.createdAt, preferences.timeZone)
  return (
    <ListRow
      title={props.title}
      note={
        <Text className="num">
          {props.detail === undefined ? null : <Text className="block">{props.detail}</Text>}
          {when}
        </Text>
      }
      value={
        <View className="money-row__end stack gap-4">
          <Amount className="money-row__amount strong t16 num" text={format.number(props.amount)} />
          <Tag tone={STATUS_TONE[props.status]}>{t(`wallet.status.${props.status}`)}</Tag>
        </View>
      }
      onClick={props.onClick}
    />
  )
})
