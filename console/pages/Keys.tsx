import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, InputNumber, Table, Typography } from 'antd'
import type { StaffKey } from '../../contract/consoleSchemas'
import { call } from '../api'
import { CodeField } from '../parts/Fields'
import { useProblem } from '../parts/useProblem'
import { moment, t } from '../texts'
import { Passkeys } from './Passkeys'

const DAYS = { usual: 30, most: 90 }

function NewKey() {
  const [form] = Form.useForm()
  const { modal } = App.useApp()
  const queries = useQueryClient()
  const showProblem = useProblem()
  async function make(body: { name: string; days: number; code: string }) {
    try {
      const { key } = await call('addKey', { body })
      form.resetFields()
      void queries.invalidateQueries({ queryKey: ['keys'] })
      modal.success({
        title: t('onlyOnce'),
        okText: t('do/close'),
        content: (
          <Typography.Text code copyable>
            {key}
          </Typography.Text>
        ),
      })
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Form
      form={form}
      name="key"
      layout="vertical"
      requiredMark={false}
      onFinish={make}
      initialValues={{ days: DAYS.usual }}
    >
      <Form.Item name="name" label={t('keyName')} rules={[{ required: true, min: 2, message: t('keyName') }]}>
        <Input maxLength={64} style={{ maxWidth: 320 }} />
      </Form.Item>
      <Form.Item name="days" label={t('keyDays')} rules={[{ required: true, message: t('keyDays') }]}>
        <InputNumber min={1} max={DAYS.most} precision={0} />
      </Form.Item>
      <CodeField />
      <Button type="primary" htmlType="submit">
        {t('keyMake')}
      </Button>
    </Form>
  )
}

/** Keys of one's own, with which the command line knows who works. */
export function Keys() {
  const list = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) })
  const queries = useQueryClient()
  const showProblem = useProblem()
  const revoke = (id: string) =>
    call('revokeKey', { params: { id } })
      .then(() => queries.invalidateQueries({ queryKey: ['keys'] }))
      .catch(showProblem)
  return (
    <>
      <Typography.Paragraph>{t('keysText')}</Typography.Paragraph>
      <Table<StaffKey>
        rowKey="id"
        loading={list.isLoading}
        dataSource={list.data?.items ?? []}
        pagination={false}
        style={{ marginBottom: 24 }}
        columns={[
          { title: t('name'), dataIndex: 'name' },
          { title: t('field/createdAt'), dataIndex: 'createdAt', render: moment },
          { title: t('field/expiresAt'), dataIndex: 'expiresAt', render: moment },
          { title: t('field/lastUsedAt'), dataIndex: 'lastUsedAt', render: moment },
          {
            key: 'do',
            render: (_, { id }) => (
              <Button size="small" danger onClick={() => revoke(id)}>
                {t('do/revoke')}
              </Button>
            ),
          },
        ]}
      />
      <NewKey />
      <Passkeys />
    </>
  )
}
