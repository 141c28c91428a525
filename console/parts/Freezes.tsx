import { Form, Select, Space } from 'antd'
import type { OpenUser } from '../../contract/consoleSchemas'
import { FREEZE_KINDS } from '../../contract/limits'
import { useMay } from '../session'
import { t } from '../texts'
import { ActionButton } from './ActionButton'
import { dated } from './dated'
import { RejectionFields } from './Fields'
import { useReasons } from './reasons'
import { WideTable } from './WideTable'

function FreezeButton({ user }: { user: OpenUser }) {
  const free = FREEZE_KINDS.filter((kind) => !user.freezes.some((freeze) => freeze.kind === kind))
  if (free.length === 0) return null
  return (
    <ActionButton
      action="users.freeze"
      params={{ user: user.id }}
      danger
      fields={
        <>
          <Form.Item name="kind" label={t('field/kind')} rules={[{ required: true, message: t('form/missing') }]}>
            <Select options={free.map((value) => ({ value, label: t(`freeze/${value}`) }))} />
          </Form.Item>
          <RejectionFields what="freeze" />
        </>
      }
    />
  )
}

/** The stops of a user with their reasons, and the buttons to add one or to lift it. */
export function Freezes({ user }: { user: OpenUser }) {
  const mayHelp = useMay('users.help')
  const { read } = useReasons()
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {user.freezes.length > 0 && (
        <WideTable
          name={t('field/freezes')}
          rowKey="kind"
          dataSource={user.freezes}
          columns={[
            { title: t('field/freezes'), dataIndex: 'kind', render: (kind: string) => t(`freeze/${kind}`) },
            { title: t('field/told'), dataIndex: 'reason', render: read },
            { title: t('field/by'), dataIndex: 'by' },
            dated('at'),
            {
              key: 'do',
              render: (_, { kind }) =>
                mayHelp && <ActionButton size="small" action="users.unfreeze" params={{ user: user.id, kind }} />,
            },
          ]}
        />
      )}
      {mayHelp && <FreezeButton user={user} />}
    </Space>
  )
}
