import { Table } from 'antd'
import type { OpenUser } from '../../contract/consoleSchemas'
import { addressOfReceipt } from '../api'
import { grouped, t } from '../texts'
import { dated } from './dated'
import { Box } from './Sheet'
import { WideTable } from './WideTable'

/** The limits that the user has set, and how much of each is used; only the user can change them. */
export function OwnLimits({ user }: { user: OpenUser }) {
  if (user.limits.length === 0) return null
  return (
    <Box name={t('field/limits')}>
      <Table
        rowKey="kind"
        size="small"
        pagination={false}
        dataSource={user.limits}
        columns={[
          { title: t('field/kind'), dataIndex: 'kind', render: (kind: string) => t(`limitKind/${kind}`) },
          { title: t('field/limitValue'), dataIndex: 'value', align: 'right', render: grouped },
          { title: t('field/limitUsed'), dataIndex: 'used', align: 'right', render: grouped },
        ]}
      />
    </Box>
  )
}

/** The newest orders as the user sees them, those that are closed with what proves them. */
export function Orders({ user }: { user: OpenUser }) {
  return (
    <Box name={t('field/orders')}>
      <WideTable
        name={t('field/orders')}
        rowKey="id"
        dataSource={user.orders}
        locale={{ emptyText: t('noOrders') }}
        columns={[
          dated('createdAt'),
          { title: t('field/reference'), dataIndex: 'number' },
          { title: t('field/symbol'), dataIndex: 'symbol' },
          { title: t('field/direction'), dataIndex: 'direction', render: (side: string) => t(`direction/${side}`) },
          { title: t('field/stake'), dataIndex: 'stake', align: 'right', render: grouped },
          {
            title: t('field/status'),
            dataIndex: 'status',
            render: (status: string) => t(`orderStatus/${status}`),
          },
          {
            title: t('field/result'),
            dataIndex: 'result',
            align: 'right',
            render: (result: string | null) => result && grouped(result),
          },
          {
            key: 'receipt',
            render: (_, { id, result }) =>
              result !== null && (
                <a href={addressOfReceipt(user.id, id)} download>
                  {t('do/receipt')}
                </a>
              ),
          },
        ]}
      />
    </Box>
  )
}
