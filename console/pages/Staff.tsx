import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { STAFF_ROLES, type StaffRole } from '../../contract/console'
import type { StaffListItem } from '../../contract/consoleSchemas'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { useFinding } from '../parts/FindField'
import { Mark } from '../parts/Mark'
import { Row } from '../parts/Row'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { useWays } from '../parts/useWays'
import { useMay } from '../session'
import { moment, t } from '../texts'

const rolesInWords = (roles: readonly StaffRole[]) => roles.map((role) => t(`roles/${role}`)).join(' · ')

function RolesField() {
  const options = STAFF_ROLES.map((value) => ({ value, label: t(`roles/${value}`) }))
  return (
    <Form.Item name="roles" label={t('field/roles')} rules={[{ required: true, message: t('form/missing') }]}>
      <Select mode="multiple" options={options} />
    </Form.Item>
  )
}

function SubjectField() {
  return (
    <Form.Item name="subject" label={t('field/subjectAtProvider')} rules={[{ required: true, max: 255 }]}>
      <Input autoCapitalize="none" />
    </Form.Item>
  )
}

const inviteFields = () => (
  <>
    <Form.Item
      name="login"
      label={t('login')}
      rules={[{ required: true, pattern: /^[a-z][a-z0-9._-]{2,31}$/, message: 'ann.lee' }]}
    >
      <Input autoCapitalize="none" />
    </Form.Item>
    <Form.Item name="name" label={t('name')} rules={[{ required: true, min: 2, max: 64 }]}>
      <Input />
    </Form.Item>
    <RolesField />
  </>
)

/** The changes that an administrator can make to a colleague's account. */
function Changes({ row }: { row: StaffListItem }) {
  const { provider } = useWays()
  const params = { login: row.login }
  const isLinked = row.subject !== null
  return (
    <>
      <ActionButton action="staff.roles" params={params} initial={{ roles: row.roles }} fields={<RolesField />} />
      <ActionButton action="staff.reset" params={params} />
      {provider !== null && !isLinked && <ActionButton action="staff.link" params={params} fields={<SubjectField />} />}
      {row.letInAlone && <ActionButton action="staff.confirm" params={params} />}
      {isLinked && <ActionButton action="staff.unlink" params={params} danger />}
      <ActionButton action="staff.disable" params={params} danger />
    </>
  )
}

function Colleague({ row }: { row: StaffListItem }) {
  const mayManage = useMay('staff.manage')
  const { login, name, roles, subject, invitedBy, joinedAt, lastSeenAt, disabled } = row
  return (
    <>
      <Box name={t('field/account')}>
        <Fact name={t('login')}>{login}</Fact>
        <Fact name={t('name')}>{name}</Fact>
        <Fact name={t('field/subjectAtProvider')}>{subject}</Fact>
        <Fact name={t('field/status')}>{disabled && t('disabled')}</Fact>
        <Fact name={t('field/lastSeenAt')}>{moment(lastSeenAt)}</Fact>
        <Fact name={t('field/joinedAt')}>{moment(joinedAt)}</Fact>
        <Fact name={t('field/invitedBy')}>{invitedBy}</Fact>
      </Box>
      <Box name={t('field/roles')}>{rolesInWords(roles)}</Box>
      {mayManage && !disabled && (
        <Bar>
          <Changes row={row} />
        </Bar>
      )}
    </>
  )
}

/** People who work here, their roles, and who invited them. */
export function Staff() {
  const mayManage = useMay('staff.manage')
  const list = useQuery({ queryKey: ['staff'], queryFn: () => call('listStaff', {}) })
  const { found, field } = useFinding(list.data?.items ?? [], ({ login, name, roles, subject }) => [
    login,
    name,
    rolesInWords(roles),
    subject,
  ])
  return (
    <Split<StaffListItem & { key: string }>
      page="staff"
      items={found.map((row) => ({ ...row, key: row.login }))}
      asked={list}
      none={t('noMatch')}
      tools={
        <>
          {mayManage && <ActionButton type="primary" action="staff.invite" params={{}} fields={inviteFields()} />}
          {field}
        </>
      }
      nameOf={(login) => login}
      show={(_, row) => (row ? <Colleague row={row} /> : <Alert type="info" title={t('notInList')} />)}
      row={({ login, name, roles, disabled, lastSeenAt }) => (
        <Row
          name={login}
          detail={name}
          figure={disabled && <Mark level="bad">{t('disabled')}</Mark>}
          about={rolesInWords(roles)}
          due={`${t('field/lastSeenAt')}: ${moment(lastSeenAt)}`}
        />
      )}
    />
  )
}
