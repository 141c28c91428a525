import { Alert, Button, Card, Form, Input, QRCode, Space, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { OpenedInvitation, StaffSession } from '../../contract/consoleSchemas'
import type { StaffFactor } from '../../contract/staffSignIn'
import { call } from '../api'
import { CodeField } from '../parts/Fields'
import { canUsePasskeys, signWithPasskey } from '../parts/passkey'
import { SendButton } from '../parts/SendButton'
import { useProblem } from '../parts/useProblem'
import { useSending } from '../parts/useSending'
import { useWays } from '../parts/useWays'
import { t } from '../texts'

interface Props {
  onSession(session: StaffSession): void
}

interface Credentials {
  login: string
  password: string
  code: string
}

/** The outcome of a sign-in at the identity provider, if it led to this page. */
const returned = () => new URLSearchParams(window.location.search).get('sign-in')
const FAILED: readonly unknown[] = ['over', 'refused', 'unavailable', 'unknown']

/** The provider's name for the person, as the address has it; somebody may have changed that. */
function subject(): string {
  const hash = window.location.hash.slice(1)
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Another way to sign in, if the server has one, and its outcome. */
function ByProvider({ name }: { name: string }) {
  const came = returned()
  return (
    <>
      {FAILED.includes(came) && (
        <Alert
          type="warning"
          style={{ margin: '12px 0' }}
          title={t(`returned/${came}`, { provider: name, subject: subject() })}
        />
      )}
      <Button block href="/console-api/session/provider" style={{ marginTop: 12 }}>
        {t('signInBy', { provider: name })}
      </Button>
    </>
  )
}

/** The second factor of somebody whom the identity provider has named. */
function FinishSignIn({ onSession }: Props) {
  const ways = useWays()
  const showProblem = useProblem()
  const { busy, run } = useSending()
  const finish = (ask: () => Promise<StaffFactor>) =>
    run(async () => {
      try {
        const session = await call('finishProvider', { body: await ask() })
        window.history.replaceState(null, '', '/')
        onSession(session)
      } catch (error) {
        showProblem(error)
      }
    })
  const byPasskey = async () => ({ passkey: await signWithPasskey(await call('signInChallenge', {})) })
  return (
    <Card title={t('signIn')} style={{ maxWidth: 400, margin: '10vh auto' }}>
      <Form layout="vertical" requiredMark={false} onFinish={(code: { code: string }) => finish(async () => code)}>
        <CodeField />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('signIn')}
        </Button>
        {canUsePasskeys(ways.passkeyDomain) && (
          <SendButton block disabled={busy} style={{ marginTop: 12 }} send={() => finish(byPasskey)}>
            {t('passkeys/signIn')}
          </SendButton>
        )}
        <Button type="link" block href="/" style={{ marginTop: 12 }}>
          {t('do/cancel')}
        </Button>
      </Form>
    </Card>
  )
}

/** The visit at the provider counts once: after it, a person who has signed out signs in again. */
export function SignIn(props: Props) {
  return returned() === 'factor' ? <FinishSignIn {...props} /> : <PasswordSignIn {...props} />
}

/** Login, password, and the code of the authenticator app or a passkey. */
function PasswordSignIn({ onSession }: Props) {
  const showProblem = useProblem()
  const ways = useWays()
  const [busy, setBusy] = useState(false)
  const [form] = Form.useForm<Credentials>()
  async function submit(body: Omit<Credentials, 'code'> & StaffFactor) {
    setBusy(true)
    try {
      onSession(await call('signIn', { body }))
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  /** The device is asked first; a code is not needed then. */
  async function submitPasskey() {
    const given = await form.validateFields(['login', 'password']).catch(() => undefined)
    if (!given) return
    try {
      await submit({ ...given, passkey: await signWithPasskey(await call('signInChallenge', {})) })
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Card title={t('signIn')} style={{ maxWidth: 400, margin: '10vh auto' }}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="login" label={t('login')} rules={[{ required: true, message: t('form/missing') }]}>
          <Input autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('form/missing') }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <CodeField />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('signIn')}
        </Button>
        {canUsePasskeys(ways.passkeyDomain) && (
          <SendButton block disabled={busy} style={{ marginTop: 12 }} send={submitPasskey}>
            {t('passkeys/signIn')}
          </SendButton>
        )}
        {ways.provider !== null && <ByProvider name={ways.provider} />}
      </Form>
    </Card>
  )
}

/** The page behind a one-time link: the authenticator app is set up, and a password chosen. */
export function Invitation({ token, onSession }: Props & { token: string }) {
  const showProblem = useProblem()
  const { busy, run } = useSending()
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
      {/* The key is there as a text, too. */}
      <div aria-hidden="true">
        <QRCode value={opened.uri} type="svg" style={{ margin: '16px auto' }} />
      </div>
      <Typography.Paragraph copyable={{ text: opened.secret }}>
        {t('invitationScan', { secret: opened.secret })}
      </Typography.Paragraph>
      <Form layout="vertical" requiredMark={false} onFinish={(given) => run(() => submit(given))}>
        <input type="text" name="username" autoComplete="username" value={opened.login} readOnly hidden />
        <Form.Item
          name="password"
          label={t('invitationPassword')}
          rules={[{ required: true, min: 12, message: t('form/password') }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <CodeField />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('join')}
        </Button>
      </Form>
    </Card>
  )
}
