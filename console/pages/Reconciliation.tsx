import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Grid, Space, Typography } from 'antd'
import { useState } from 'react'
import type { ReconciledDay } from '../../contract/consoleAudit'
import { addressOfFile, call } from '../api'
import { onOneLine } from '../parts/dated'
import { Mark } from '../parts/Mark'
import { noRows } from '../parts/NoRows'
import { WideTable } from '../parts/WideTable'
import { useSession } from '../session'
import { day, grouped, t } from '../texts'

const isZero = (amount: string) => /^-?0(\.0+)?$/.test(amount)

/** Zeros step back, so that the days with money are found at a glance. */
const Sum = ({ amount }: { amount: string }) => (isZero(amount) ? <span className="nothing">–</span> : grouped(amount))

/** An amount that should be zero. */
function Difference({ amount, level }: { amount: string; level: 'bad' | 'soon' }) {
  return isZero(amount) ? <Sum amount={amount} /> : <Mark level={level}>{grouped(amount)}</Mark>
}

type Days = { from?: string; until?: string }

/** Day by day: what deposits, withdrawals, ledger and bank say, and where they differ. */
export function Reconciliation() {
  const { currency } = useSession().session
  const { xl: isWide } = Grid.useBreakpoint()
  const [days, setDays] = useState<Days>({})
  const list = useQuery({
    queryKey: ['reconciliation', days],
    queryFn: () => call('listReconciliation', { query: days }),
  })
  const amount = (field: keyof ReconciledDay) => ({
    title: t(`field/${field}`),
    dataIndex: field,
    align: 'right' as const,
    // Many columns: long names may break between words.
    onHeaderCell: () => ({ style: { wordBreak: 'normal' as const } }),
    render: (value: string) => <Sum amount={value} />,
  })
  /** Separate columns if there is room, else one below the other. */
  const amounts = (fields: (keyof ReconciledDay)[]) =>
    isWide
      ? fields.map(amount)
      : [
          {
            title: fields.map((field) => <div key={field}>{t(`field/${field}`)}</div>),
            key: fields.join(),
            align: 'right' as const,
            onHeaderCell: onOneLine,
            render: (_: unknown, row: ReconciledDay) =>
              fields.map((field) => (
                <div key={field}>
                  <Sum amount={row[field]} />
                </div>
              )),
          },
        ]
  const difference = (field: keyof ReconciledDay, level: 'bad' | 'soon') => ({
    ...amount(field),
    render: (value: string) => <Difference amount={value} level={level} />,
  })
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <Typography.Text type="secondary">
        {t('reconciliationHint')} ({currency})
      </Typography.Text>
      <Space wrap>
        <DatePicker.RangePicker
          aria-label={t('field/day')}
          onChange={(_, [from, until]) => setDays(from && until ? { from, until } : {})}
        />
        <Button href={addressOfFile('exportReconciliation', days)} download>
          {t('do/export')}
        </Button>
      </Space>
      <WideTable<ReconciledDay>
        name={t('menu/reconciliation')}
        rowKey="day"
        locale={noRows(list, t('rows/none'))}
        dataSource={list.data?.items ?? []}
        columns={[
          {
            title: t('field/day'),
            dataIndex: 'day',
            render: day,
            onCell: onOneLine,
          },
          ...amounts(['deposits', 'withdrawals', 'granted']),
          amount('funding'),
          difference('bookDifference', 'bad'),
          ...amounts(['bankIn', 'bankCredited', 'bankAside']),
          difference('bankDifference', 'soon'),
          difference('withoutLine', 'soon'),
        ]}
      />
    </Space>
  )
}
