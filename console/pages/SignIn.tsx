import { Button, Card, Form, Input, QRCode, Space, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { OpenedInvitation, StaffSession } from '../../contract/consoleSchemas'
import { call } from '../api'
import { CodeField } from '../parts/Fields'
import { useProblem } from '../parts/useProblem'
import { t } from '../texts'

interface Props {
  onSession(session: StaffSession): void
}

interface Credentials {
  login: string
  password: string
  code: string
}

/** Login, password and the code of the authenticator app. */
export function SignIn({ onSession }: Props) {
  const showProblem = useProblem()
  const [busy, setBusy] = useState(false)
  async function submit(body: Credentials) {
    setBusy(true)
    try {
      onSession(await call('signIn', { body }))
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('signIn')} style={{ maxWidth: 400, margin: '10vh auto' }}>
      <Form layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="login" label={t('login')} rules={[{ required: true, message: t('login') }]}>
          <Input autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('password') }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <CodeField />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('signIn')}
        </Button>
      </Form>
    </Card>
  )
}

/** What a one-time link leads to: the authenticator app is set up, and a password chosen. */
export function Invitation({ token, onSession }: Props & { token: string }) {
  const showProblem = useProblem()
  const [opened, setOpened] = useState<OpenedInvitation>()
  useEffect(() => {
    call('openInvitation', { body: { token } }).then(setOpened, showProblem)
  }, [token, showProblem])
  if (!opened) return null
  async function submit(given: Pick<Credentials, 'password' | 'code'>) {
    try {
      const session = await call('acceptInvitation', { body: { token, ...given } })
      window.history.replaceState(null, '', '/')
      onSession(session)
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Card title={t('invitationTitle', { name: opened.name })} style={{ maxWidth: 440, margin: '6vh auto' }}>
      <Space wrap>
        {t('rolesAre')}
        {opened.roles.map((role) => (
          <Tag key={role}>{t(`roles/${role}`)}</Tag>
        ))}
      </Space>
      <QRCode value={opened.uri} type="svg" style={{ margin: '16px auto' }} />
      <Typography.Paragraph copyable={{ text: opened.secret }}>
        {t('invitationScan', { secret: opened.secret })}
      </Typography.Paragraph>
      <Form layout="vertical" requiredMark={false} onFinish={submit}>
        <input type="text" name="username" autoComplete="username" value={opened.login} readOnly hidden />
        <Form.Item
          name="password"
          label={t('invitationPassword')}
          rules={[{ required: true, min: 12, message: t('invitationPassword') }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <CodeField />
        <Button type="primary" htmlType="submit" block>
          {t('join')}
        </Button>
      </Form>
    </Card>
  )
}
