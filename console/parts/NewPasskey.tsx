import { Button, Form, Input, Typography } from 'antd'
import { call } from '../api'
import { t } from '../texts'
import { CodeField, written } from './Fields'
import { makePasskey } from './passkey'
import { Box } from './Sheet'
import { useProblem } from './useProblem'
import { useSending } from './useSending'

interface Props {
  /** Whether this browser, at this address, can make one. */
  canMake: boolean
  onMade(): void
}

/** A passkey of this device takes the place of the code at sign-in. */
export function NewPasskey({ canMake, onMade }: Props) {
  const [form] = Form.useForm()
  const showProblem = useProblem()
  const { busy, run } = useSending()
  async function add({ name, code }: { name: string; code: string }) {
    try {
      const setup = await call('beginPasskey', { body: { code } })
      await call('addPasskey', { body: await makePasskey(setup, name) })
      form.resetFields()
      onMade()
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Box name={t('passkeys/title')}>
      <Typography.Paragraph>{t('passkeys/text')}</Typography.Paragraph>
      {canMake && (
        <Form
          form={form}
          name="passkey"
          layout="vertical"
          style={{ maxWidth: 320 }}
          requiredMark={false}
          onFinish={(given) => run(() => add(given))}
        >
          <Form.Item name="name" label={t('passkeys/name')} rules={written()}>
            <Input maxLength={40} />
          </Form.Item>
          <CodeField />
          <Button htmlType="submit" loading={busy}>
            {t('passkeys/add')}
          </Button>
        </Form>
      )}
    </Box>
  )
}
