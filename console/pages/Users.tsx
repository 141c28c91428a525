import { useQuery } from '@tanstack/react-query'
import { Form, Select, Space } from 'antd'
import { useState } from 'react'
import type { FoundUser } from '../../contract/consoleSchemas'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { Copy } from '../parts/Copy'
import { dated } from '../parts/dated'
import { FindField } from '../parts/FindField'
import { Freezes } from '../parts/Freezes'
import { Notes } from '../parts/Notes'
import { Row } from '../parts/Row'
import { Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { UserMoney } from '../parts/UserMoney'
import { Orders, OwnLimits } from '../parts/UserOrders'
import { WideTable } from '../parts/WideTable'
import { useMay, useSession } from '../session'
import { grouped, moment, t } from '../texts'

function HelpButtons({ user }: { user: string }) {
  const kinds = (['login', 'trade'] as const).map((value) => ({ value, label: t(`codeKind/${value}`) }))
  return (
    <Space wrap>
      {(['change-codes.issue', 'reset-codes.issue'] as const).map((action) => (
        <ActionButton
          key={action}
          action={action}
          params={{ user }}
          initial={{ kind: 'login' }}
          fields={
            <Form.Item name="kind" label={t('field/kind')}>
              <Select options={kinds} />
            </Form.Item>
          }
        />
      ))}
      {(['payout-accounts.reopen', 'second-factor.off', 'sessions.end'] as const).map((action) => (
        <ActionButton key={action} action={action} params={{ user }} />
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
  const money = (amount: string) => `${grouped(amount)} ${currency}`
  return (
    <>
      <div className="sheet__pair">
        <Box name={t('field/account')}>
          <Fact name={t('field/account')}>
            <Copy label={t('field/account')} value={user.account} />
          </Fact>
          <Fact name={t('field/nickname')}>{user.nickname}</Fact>
          <Fact name={t('field/phone')}>{user.phone}</Fact>
          <Fact name={t('field/registeredAt')}>{moment(user.registeredAt)}</Fact>
          <Fact name={t('field/verification')}>{t(`status/${user.verification}`)}</Fact>
          <Fact name={t('field/secondFactor')}>{t(user.secondFactor ? 'yes' : 'no')}</Fact>
          <Fact name={t('field/onBreakUntil')}>{user.onBreakUntil !== null && breakEnd(user.onBreakUntil)}</Fact>
        </Box>
        <Box name={t('balances')}>
          {(['available', 'inOrders', 'inWithdrawal', 'savings'] as const).map((part) => (
            <Fact key={part} name={t(`field/${part}`)}>
              {money(user[part])}
            </Fact>
          ))}
        </Box>
      </div>
      <Freezes user={user} />
      {mayHelp && <HelpButtons user={user.id} />}
      <Notes user={user} />
      <UserMoney user={user.id} />
      <OwnLimits user={user} />
      <Orders user={user} />
      <Box name={t('field/sessions')}>
        <WideTable
          name={t('field/sessions')}
          rowKey="createdAt"
          dataSource={user.sessions}
          locale={{ emptyText: t('noSessions') }}
          columns={[{ title: t('field/device'), dataIndex: 'device' }, dated('createdAt'), dated('lastSeenAt')]}
        />
      </Box>
    </>
  )
}

/** Users, found by what they quote. The audit log notes each overview that is opened. */
export function Users() {
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['users', text],
    queryFn: () => call('searchUsers', { query: { text } }),
    enabled: text.length >= 2,
  })
  return (
    <Split<FoundUser & { key: string }>
      page="users"
      items={(found.data?.items ?? []).map((user) => ({ ...user, key: user.id }))}
      asked={{ isLoading: found.isFetching, isError: found.isError }}
      none={t(text.length < 2 ? 'searchFirst' : 'nobodyFound')}
      tools={<FindField name={t('findUser')} onFind={setText} />}
      nameOf={(key, user) => user?.account ?? t('userNumber', { key })}
      show={(key) => <OpenUser id={key} />}
      row={(user) => (
        <Row name={user.account} detail={user.nickname} about={user.phone} due={moment(user.registeredAt)} />
      )}
    />
  )
}
