import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, InputNumber, Typography } from 'antd'
import { call } from '../api'
import { dated } from '../parts/dated'
import { CodeField } from '../parts/Fields'
import { OwnList } from '../parts/OwnList'
import { useProblem } from '../parts/useProblem'
import { useSending } from '../parts/useSending'
import { t } from '../texts'
import { Passkeys } from './Passkeys'

const DAYS = { usual: 30, most: 90 }

function NewKey() {
  const [form] = Form.useForm()
  const { modal } = App.useApp()
  const queries = useQueryClient()
  const showProblem = useProblem()
  const { busy, run } = useSending()
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
      onFinish={(body) => run(() => make(body))}
      initialValues={{ days: DAYS.usual }}
    >
      <Form.Item name="name" label={t('keyName')} rules={[{ required: true, min: 2, message: t('keyName') }]}>
        <Input maxLength={64} style={{ maxWidth: 320 }} />
      </Form.Item>
      <Form.Item name="days" label={t('keyDays')} rules={[{ required: true, message: t('keyDays') }]}>
        <InputNumber min={1} max={DAYS.most} precision={0} />
      </Form.Item>
      <CodeField />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('keyMake')}
      </Button>
    </Form>
  )
}

/** The person's own keys, by which the command line knows who uses it. */
export function Keys() {
  const list = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) })
  return (
    <>
      <Typography.Paragraph>{t('keysText')}</Typography.Paragraph>
      <OwnList
        list={list}
        none={t('noKeys')}
        named={t('keyName')}
        columns={[dated('expiresAt')]}
        remove={{ text: t('do/revoke'), run: (id) => call('revokeKey', { params: { id } }) }}
      />
      <NewKey />
      <Passkeys />
    </>
  )
}
