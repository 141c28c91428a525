import { Segmented, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'wouter'
import { USER_MONEY_KINDS, type UserMoneyKind } from '../../contract/console'
import type { UserMovement } from '../../contract/consoleMoney'
import { call } from '../api'
import { useMay, useSession } from '../session'
import { grouped, t } from '../texts'
import { channelName } from './channelName'
import { dated } from './dated'
import { More } from './More'
import { noRows } from './NoRows'
import { useReasons } from './reasons'
import { Box } from './Sheet'
import { usePages } from './usePages'
import { WideTable } from './WideTable'

/** A reference that opens its item in the queue, for who may work there. */
function Reference({ kind, reference }: { kind: UserMoneyKind; reference: string }) {
  const may = useMay(`${kind}.decide`)
  return may ? <Link href={`/${kind}?open=${reference}`}>{reference}</Link> : reference
}

/** How it came or went, and why it ended badly. */
function How({ movement }: { movement: UserMovement }) {
  const { readFailure } = useReasons()
  const { channel, method, status, reason } = movement
  return (
    <>
      {channel ? channelName(channel) : method}
      <br />
      <Typography.Text type="secondary">
        {reason?.code === 'cancelled_by_user' ? t('status/canceled') : t(`status/${status}`)}
        {reason && reason.code !== 'cancelled_by_user' && `: ${readFailure(reason)}`}
      </Typography.Text>
    </>
  )
}

/** A user's deposits and withdrawals, newest first; each page that is looked at is in the audit log. */
export function UserMoney({ user }: { user: string }) {
  const { currency } = useSession().session
  const [kind, setKind] = useState<UserMoneyKind>('deposits')
  const { list, items } = usePages<UserMovement>(
    ['userMoney', user, kind],
    (cursor) => call('listUserMoney', { params: { id: user, kind }, query: cursor === undefined ? {} : { cursor } }),
    { isLogged: true },
  )
  return (
    <Box name={t('userMoney/title')}>
      <Segmented<UserMoneyKind>
        value={kind}
        onChange={setKind}
        options={USER_MONEY_KINDS.map((value) => ({ value, label: t(`menu/${value}`) }))}
      />
      <WideTable<UserMovement>
        name={t('userMoney/title')}
        rowKey="reference"
        dataSource={items}
        locale={noRows(list, t(`userMoney/${kind}`))}
        columns={[
          dated('createdAt'),
          {
            title: t('field/reference'),
            dataIndex: 'reference',
            render: (reference: string) => <Reference kind={kind} reference={reference} />,
          },
          {
            title: t('field/amount'),
            dataIndex: 'amount',
            align: 'right',
            render: (amount: string) => `${grouped(amount)} ${currency}`,
          },
          {
            title: t(kind === 'deposits' ? 'field/channel' : 'field/method'),
            key: 'how',
            render: (_, movement) => <How movement={movement} />,
          },
        ]}
      />
      <More list={list} />
    </Box>
  )
}
