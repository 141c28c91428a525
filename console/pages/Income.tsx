import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import type { IncomeDay } from '../../contract/consoleContent'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { noRows } from '../parts/NoRows'
import { NumberField } from '../parts/NumberField'
import { WideTable } from '../parts/WideTable'
import { day as dayInWords, t } from '../texts'

function IncomeButton({ day }: { day: IncomeDay }) {
  return (
    <ActionButton
      size="small"
      action="savings.income"
      params={{ day: day.day }}
      initial={{ income: day.income }}
      fields={
        <>
          <p>{t('incomeHint')}</p>
          <NumberField
            name="income"
            label={`${t('field/income')}, ${dayInWords(day.day)}`}
            range={[0, 10]}
            decimals={4}
            example="0.6543"
          />
        </>
      }
    />
  )
}

/** Income of 10,000.00 in savings per day; a paid day cannot change. */
export function Income() {
  const list = useQuery({ queryKey: ['income'], queryFn: () => call('listIncome', {}) })
  return (
    <WideTable<IncomeDay>
      name={t('menu/income')}
      rowKey="day"
      locale={noRows(list, t('rows/none'))}
      dataSource={list.data?.items ?? []}
      columns={[
        { title: t('field/earnedOn'), dataIndex: 'day', render: dayInWords },
        {
          title: t('field/income'),
          dataIndex: 'income',
          align: 'right',
          render: (income: string | null) => income ?? <Tag>{t('missing')}</Tag>,
        },
        {
          title: t('field/incomeFrom'),
          dataIndex: 'source',
          render: (source: string) => t(`incomeSource/${source}`),
        },
        {
          title: t('field/accrued'),
          dataIndex: 'accrued',
          render: (accrued: boolean) => t(accrued ? 'paidOut' : 'notYet'),
        },
        { key: 'do', render: (_, day) => !day.accrued && <IncomeButton day={day} /> },
      ]}
    />
  )
}
