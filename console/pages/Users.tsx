import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Drawer, Empty, Form, Input, Select, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import type { FoundUser } from '../../contract/consoleSchemas'
import { call } from '../api'
import { dated } from '../parts/dated'
import { Freezes } from '../parts/Freezes'
import { Notes } from '../parts/Notes'
import { UserMoney } from '../parts/UserMoney'
import { Orders, OwnLimits } from '../parts/UserOrders'
import { useAction } from '../parts/useAction'
import { useMay, useSession } from '../session'
import { moment, t } from '../texts'

function HelpButtons({ user }: { user: string }) {
  const act = useAction()
  const kinds = (['login', 'trade'] as const).map((value) => ({ value, label: t(`codeKind/${value}`) }))
  return (
    <Space wrap>
      {(['change-codes.issue', 'reset-codes.issue'] as const).map((action) => (
        <Button
          key={action}
          onClick={() =>
            act({
              action,
              params: { user },
              initial: { kind: 'login' },
              fields: (
                <Form.Item name="kind" label={t('field/kind')}>
                  <Select options={kinds} />
                </Form.Item>
              ),
            })
          }
        >
          {t(`action/${action}`)}
        </Button>
      ))}
      {(['payout-accounts.reopen', 'second-factor.off', 'sessions.end'] as const).map((action) => (
        <Button key={action} onClick={() => act({ action, params: { user } })}>
          {t(`action/${action}`)}
        </Button>
      ))}
    </Space>
  )
}

/** An instant, or the kind of a break that has no end. */
const breakEnd = (until: string) => (Number.isNaN(Date.parse(until)) ? t(`breakKind/${until}`) : moment(until))

function OpenUser({ id }: { id: string }) {
  const mayHelp = useMay('users.help')
  const { currency } = useSession().session
  const opened = useQuery({
    queryKey: ['user', id],
    queryFn: () => call('openUser', { params: { id } }),
    // Each look is logged, so nothing reloads by itself, and nothing is kept for a look that would not be.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!opened.data) return null
  const user = opened.data
  const facts = {
    account: user.account,
    nickname: user.nickname,
    phone: user.phone,
    registeredAt: moment(user.registeredAt),
    verification: t(`status/${user.verification}`),
    secondFactor: t(user.secondFactor ? 'yes' : 'no'),
    available: `${user.available} ${currency}`,
    inOrders: `${user.inOrders} ${currency}`,
    inWithdrawal: `${user.inWithdrawal} ${currency}`,
    savings: `${user.savings} ${currency}`,
    ...(user.onBreakUntil !== null && { onBreakUntil: breakEnd(user.onBreakUntil) }),
  }
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={Object.entries(facts).map(([key, children]) => ({ key, label: t(`field/${key}`), children }))}
      />
      <Freezes user={user} />
      {mayHelp && <HelpButtons user={user.id} />}
      <Notes user={user} />
      <UserMoney user={user.id} />
      <OwnLimits user={user} />
      <Orders user={user} />
      <Typography.Title level={5}>{t('field/sessions')}</Typography.Title>
      <Table
        rowKey="createdAt"
        size="small"
        pagination={false}
        dataSource={user.sessions}
        locale={{ emptyText: <Empty description={t('noSessions')} /> }}
        columns={[{ title: t('field/device'), dataIndex: 'device' }, dated('createdAt'), dated('lastSeenAt')]}
      />
    </Space>
  )
}

/** Users, found by what they quote. The audit log notes each overview that is opened. */
export function Users() {
  const [text, setText] = useState('')
  const [user, setUser] = useState<FoundUser>()
  const found = useQuery({
    queryKey: ['users', text],
    queryFn: () => call('searchUsers', { query: { text } }),
    enabled: text.length >= 2,
  })
  return (
    <>
      <Input.Search
        aria-label={t('findUser')}
        placeholder={t('findUser')}
        enterButton={t('do/search')}
        onSearch={(value) => setText(value.trim())}
        style={{ maxWidth: 760, marginBottom: 16 }}
        maxLength={64}
      />
      <Table<FoundUser>
        rowKey="id"
        loading={found.isFetching}
        dataSource={found.data?.items ?? []}
        pagination={false}
        locale={{ emptyText: <Empty description={t(text.length < 2 ? 'searchFirst' : 'nobodyFound')} /> }}
        columns={[
          { title: t('field/account'), dataIndex: 'account' },
          { title: t('field/nickname'), dataIndex: 'nickname' },
          { title: t('field/phone'), dataIndex: 'phone' },
          dated('registeredAt'),
          {
            key: 'do',
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => setUser(row)}>
                {t('do/open')}
              </Button>
            ),
          },
        ]}
      />
      <Drawer
        title={user?.account}
        size="large"
        open={user !== undefined}
        onClose={() => setUser(undefined)}
        destroyOnHidden
      >
        {user && <OpenUser id={user.id} />}
      </Drawer>
    </>
  )
}
