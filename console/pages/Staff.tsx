import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select, Space, Table, Tag, Typography } from 'antd'
import { STAFF_ROLES, type StaffRole } from '../../contract/console'
import type { StaffListItem } from '../../contract/consoleSchemas'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { onOneLine } from '../parts/dated'
import { useWays } from '../parts/useWays'
import { Wide } from '../parts/Wide'
import { useMay } from '../session'
import { moment, t } from '../texts'

function RolesField() {
  const options = STAFF_ROLES.map((value) => ({ value, label: t(`roles/${value}`) }))
  return (
    <Form.Item name="roles" label={t('field/roles')} rules={[{ required: true, message: t('field/roles') }]}>
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
    <Space wrap>
      <ActionButton
        size="small"
        action="staff.roles"
        params={params}
        initial={{ roles: row.roles }}
        fields={<RolesField />}
      />
      <ActionButton size="small" action="staff.reset" params={params} />
      {provider !== null && !isLinked && (
        <ActionButton size="small" action="staff.link" params={params} fields={<SubjectField />} />
      )}
      {isLinked && <ActionButton size="small" action="staff.unlink" params={params} danger />}
      <ActionButton size="small" action="staff.disable" params={params} danger />
    </Space>
  )
}

/** When a colleague was here last, and since when: side by side these would be too wide for a tablet. */
const Seen = ({ row: { joinedAt, lastSeenAt, invitedBy } }: { row: StaffListItem }) => (
  <>
    {moment(lastSeenAt)}
    <br />
    <Typography.Text type="secondary">
      {t('field/joinedAt')}: {moment(joinedAt)}
      <br />
      {invitedBy !== null && `${t('field/invitedBy')}: ${invitedBy}`}
    </Typography.Text>
  </>
)

/** People who work here, their roles, and who invited them. */
export function Staff() {
  const mayManage = useMay('staff.manage')
  const list = useQuery({ queryKey: ['staff'], queryFn: () => call('listStaff', {}) })
  return (
    <>
      {mayManage && (
        <ActionButton
          type="primary"
          style={{ marginBottom: 16 }}
          action="staff.invite"
          params={{}}
          fields={inviteFields()}
        />
      )}
      <Wide name={t('menu/staff')}>
        <Table<StaffListItem>
          rowKey="id"
          size="middle"
          loading={list.isLoading}
          dataSource={list.data?.items ?? []}
          pagination={false}
          columns={[
            {
              title: t('login'),
              key: 'login',
              render: (_, { login, name, subject }) => (
                <>
                  {login}
                  <br />
                  <Typography.Text type="secondary">{name}</Typography.Text>
                  <br />
                  {subject !== null && <small title={t('field/subjectAtProvider')}>{subject}</small>}
                </>
              ),
            },
            {
              title: t('field/roles'),
              dataIndex: 'roles',
              render: (roles: StaffRole[]) => (
                <Space wrap size={4}>
                  {roles.map((role) => (
                    <Tag key={role}>{t(`roles/${role}`)}</Tag>
                  ))}
                </Space>
              ),
            },
            {
              title: t('field/lastSeenAt'),
              key: 'lastSeenAt',
              render: (_, row) => <Seen row={row} />,
              onCell: onOneLine,
            },
            {
              key: 'do',
              render: (_, row) =>
                row.disabled ? <Tag color="error">{t('disabled')}</Tag> : mayManage && <Changes row={row} />,
            },
          ]}
        />
      </Wide>
    </>
  )
}
