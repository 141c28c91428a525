import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Table, Typography } from 'antd'
import type { StaffPasskey } from '../../contract/staffSignIn'
import { call } from '../api'
import { CodeField } from '../parts/Fields'
import { canUsePasskeys, makePasskey } from '../parts/passkey'
import { useProblem } from '../parts/useProblem'
import { moment, t } from '../texts'

/** Passkeys of one's own, in place of the code at sign-in. */
export function Passkeys() {
  const [form] = Form.useForm()
  const list = useQuery({ queryKey: ['passkeys'], queryFn: () => call('listPasskeys', {}) })
  const queries = useQueryClient()
  const showProblem = useProblem()
  const refresh = () => queries.invalidateQueries({ queryKey: ['passkeys'] })
  const remove = (id: string) => call('removePasskey', { params: { id } }).then(refresh).catch(showProblem)
  async function add({ name, code }: { name: string; code: string }) {
    try {
      const setup = await call('beginPasskey', { body: { code } })
      await call('addPasskey', { body: await makePasskey(setup, name) })
      form.resetFields()
      void refresh()
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <>
      <Typography.Title level={2} style={{ fontSize: 18, marginTop: 32 }}>
        {t('passkeys/title')}
      </Typography.Title>
      <Typography.Paragraph>{t('passkeys/text')}</Typography.Paragraph>
      <Table<StaffPasskey>
        rowKey="id"
        loading={list.isLoading}
        dataSource={list.data?.items ?? []}
        pagination={false}
        style={{ marginBottom: 24 }}
        columns={[
          { title: t('name'), dataIndex: 'name' },
          { title: t('field/createdAt'), dataIndex: 'createdAt', render: moment },
          { title: t('field/lastUsedAt'), dataIndex: 'lastUsedAt', render: moment },
          {
            key: 'do',
            render: (_, { id }) => (
              <Button size="small" danger onClick={() => remove(id)}>
                {t('passkeys/remove')}
              </Button>
            ),
          },
        ]}
      />
      {canUsePasskeys(list.data?.domain ?? null) && (
        <Form form={form} name="passkey" layout="vertical" requiredMark={false} onFinish={add}>
          <Form.Item
            name="name"
            label={t('passkeys/name')}
            rules={[{ required: true, min: 2, message: t('passkeys/name') }]}
          >
            <Input maxLength={40} style={{ maxWidth: 320 }} />
          </Form.Item>
          <CodeField />
          <Button htmlType="submit">{t('passkeys/add')}</Button>
        </Form>
      )}
    </>
  )
}
