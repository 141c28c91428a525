import { useQuery } from '@tanstack/react-query'
import { Space } from 'antd'
import type { PayeeName } from '../../contract/consoleSchemas'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { Due } from '../parts/Due'
import { RejectionFields } from '../parts/Fields'
import { noRows } from '../parts/NoRows'
import { WideTable } from '../parts/WideTable'
import { t } from '../texts'

function Decision({ user }: { user: string }) {
  return (
    <Space wrap>
      <ActionButton size="small" action="payout-accounts.accept-name" params={{ user }} />
      <ActionButton
        size="small"
        action="payout-accounts.refuse-name"
        params={{ user }}
        fields={<RejectionFields what="withdrawal" />}
        danger
      />
    </Space>
  )
}

/** Payees' names as their banks have them; two people compare each with the verified one. */
export function Payees() {
  const list = useQuery({
    queryKey: ['payees'],
    queryFn: () => call('listPayeeNames', {}),
    // Each look is logged, so nothing reloads by itself, and nothing is kept for a look that would not be.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <WideTable<PayeeName>
      name={t('menu/payees')}
      rowKey="user"
      locale={noRows(list, t('nothingWaits'))}
      dataSource={list.data?.items ?? []}
      columns={[
        { title: t('field/account'), dataIndex: 'account' },
        { title: t('field/documentName'), dataIndex: 'verifiedName' },
        { title: t('field/payee'), dataIndex: 'payee' },
        { title: t('field/bank'), dataIndex: 'bank' },
        {
          title: t('field/dueAt'),
          dataIndex: 'dueAt',
          render: (dueAt: string, { askedAt }) => <Due at={dueAt} from={askedAt} />,
        },
        { key: 'do', render: (_, { user }) => <Decision user={user} /> },
      ]}
    />
  )
}
