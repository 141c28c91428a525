import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { MoneyListQuery } from '../../../contract/deposits'
import type { ChangeTopic } from '../../../contract/limits'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Sheet } from '../../components/Sheet'
import { Skeleton } from '../../components/Skeleton'
import { PagedItems } from '../../connected/PagedItems'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import type { MoneyRecords } from '../../stores/MoneyRecords'
import './MoneyList.scss'
import { type MoneySender, UnclearMoney } from './UnclearMoney'
import './wallet.scss'

type Status = MoneyListQuery['status']
const FILTERS: readonly Status[] = [undefined, 'under_review', 'successful', 'failed', 'cancelled']

export interface MoneyListProps<T extends { id: string }> {
  kind: 'deposit' | 'withdraw'
  records: Pick<MoneyRecords<never, T>, 'list' | 'recordOf' | 'show' | 'load'> & { sender: MoneySender }
  /** The topic under which the server reports changes of the records. */
  topic: ChangeTopic
  actionLabel: string
  onAction: () => void
  row: (record: T, open: () => void) => ReactNode
  /** What became of a record, for the sheet that its row opens. */
  course: (record: T) => ReactNode
}

/**
 * Deposits or withdrawals, newest first: filter, pages, pull to refresh, the words for an empty list (PRODUCT.md 5.1),
 * and the course of each.
 */
export const MoneyList = observer(function MoneyList<T extends { id: string }>(props: MoneyListProps<T>) {
  const { kind, records, topic } = props
  const { list } = records
  const t = useT()
  const [open, setOpen] = useState(false)
  const [shownId, setShownId] = useState('')
  const shown = records.recordOf(shownId)
  const handleOpen = (record: T) => {
    records.show(record)
    setShownId(record.id)
    setOpen(true)
  }
  useReload(() => list.refresh(), { topics: [topic] })
  useReload(() => records.load(shownId), { topics: [topic], when: open })
  return (
    <>
      <PullToRefresh onRefresh={() => list.refresh()} refreshingText={t('common.loading')}>
        <View className="money-list__filters pad" ariaRole="group" aria-label={t('wallet.filter')}>
          {FILTERS.map((status) => (
            <Chip
              key={status ?? 'all'}
              className="money-list__filter"
              selected={list.filter === status}
              onClick={() => void list.setFilter(status)}
            >
              {t(status === undefined ? 'wallet.all' : `wallet.status.${status}`)}
            </Chip>
          ))}
        </View>
        <View className="money-list__body pad">
          <UnclearMoney sender={records.sender} />
          <PagedItems
            list={list}
            loading={<Skeleton shape="block" count={4} />}
            empty={
              <EmptyState
                icon={kind}
                title={t(`wallet.${kind}.empty`)}
                text={t(`wallet.${kind}.emptyText`)}
                actionLabel={props.actionLabel}
                onAction={props.onAction}
              />
            }
          >
            {(items) => <Card kind="list">{items.map((record) => props.row(record, () => handleOpen(record)))}</Card>}
          </PagedItems>
        </View>
      </PullToRefresh>
      <Sheet
        open={open && shown !== undefined}
        onClose={() => setOpen(false)}
        title={t(`wallet.${kind}.one`)}
        closeLabel={t('common.close')}
      >
        <View className="money-course stack">{shown ? props.course(shown) : null}</View>
      </Sheet>
    </>
  )
})
