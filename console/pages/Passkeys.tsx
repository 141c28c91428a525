import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Typography } from 'antd'
import { call } from '../api'
import { CodeField } from '../parts/Fields'
import { OwnList } from '../parts/OwnList'
import { canUsePasskeys, makePasskey } from '../parts/passkey'
import { useProblem } from '../parts/useProblem'
import { useSending } from '../parts/useSending'
import { t } from '../texts'

/** The person's own passkeys, which take the place of the code at sign-in. */
export function Passkeys() {
  const [form] = Form.useForm()
  const list = useQuery({ queryKey: ['passkeys'], queryFn: () => call('listPasskeys', {}) })
  const showProblem = useProblem()
  const { busy, run } = useSending()
  async function add({ name, code }: { name: string; code: string }) {
    try {
      const setup = await call('beginPasskey', { body: { code } })
      await call('addPasskey', { body: await makePasskey(setup, name) })
      form.resetFields()
      void list.refetch()
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
      <OwnList
        list={list}
        none={t('passkeys/none')}
        named={t('passkeys/name')}
        remove={{ text: t('passkeys/remove'), run: (id) => call('removePasskey', { params: { id } }) }}
      />
      {canUsePasskeys(list.data?.domain ?? null) && (
        <Form
          form={form}
          name="passkey"
          layout="vertical"
          requiredMark={false}
          onFinish={(given) => run(() => add(given))}
        >
          <Form.Item
            name="name"
            label={t('passkeys/name')}
            rules={[{ required: true, min: 2, message: t('passkeys/name') }]}
          >
            <Input maxLength={40} style={{ maxWidth: 320 }} />
          </Form.Item>
          <CodeField />
          <Button htmlType="submit" loading={busy}>
            {t('passkeys/add')}
          </Button>
        </Form>
      )}
    </>
  )
}
