import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, InputNumber, Typography } from 'antd'
import { call } from '../api'
import { CodeField, written } from '../parts/Fields'
import { NewPasskey } from '../parts/NewPasskey'
import { canUsePasskeys } from '../parts/passkey'
import { Row } from '../parts/Row'
import { SendButton } from '../parts/SendButton'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { useProblem } from '../parts/useProblem'
import { useSending } from '../parts/useSending'
import { moment, t } from '../texts'

const DAYS = { usual: 30, most: 90 }

/** A key by which the command line knows who uses it. */
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
    <Box name={t('keyKind/key')}>
      <Typography.Paragraph>{t('keysText')}</Typography.Paragraph>
      <Form
        form={form}
        name="key"
        layout="vertical"
        style={{ maxWidth: 320 }}
        requiredMark={false}
        onFinish={(body) => run(() => make(body))}
        initialValues={{ days: DAYS.usual }}
      >
        <Form.Item name="name" label={t('keyName')} rules={written()}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="days" label={t('keyDays')} rules={[{ required: true, message: t('form/missing') }]}>
          <InputNumber min={1} max={DAYS.most} precision={0} />
        </Form.Item>
        <CodeField />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('keyMake')}
        </Button>
      </Form>
    </Box>
  )
}

interface Own {
  key: string
  kind: 'key' | 'passkey'
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt?: string
}

/** Keys and passkeys are numbered separately. */
const owned = (kind: Own['kind'], items: readonly Omit<Own, 'key' | 'kind'>[] = []): Own[] =>
  items.map((item) => ({ ...item, kind, key: `${kind}-${item.id}` }))

function OpenKey({ own, onGone }: { own: Own; onGone(): void }) {
  const showProblem = useProblem()
  const { kind, id, name, createdAt, lastUsedAt, expiresAt } = own
  const params = { id }
  const end = () => (kind === 'key' ? call('revokeKey', { params }) : call('removePasskey', { params }))
  return (
    <>
      <Box name={t(`keyKind/${kind}`)}>
        <Fact name={t(kind === 'key' ? 'keyName' : 'passkeys/name')}>{name}</Fact>
        <Fact name={t('field/createdAt')}>{moment(createdAt)}</Fact>
        <Fact name={t('field/expiresAt')}>{expiresAt && moment(expiresAt)}</Fact>
        <Fact name={t('field/lastUsedAt')}>{moment(lastUsedAt)}</Fact>
      </Box>
      <Bar>
        <SendButton danger send={() => end().then(onGone, showProblem)}>
          {t(kind === 'key' ? 'do/revoke' : 'passkeys/remove')}
        </SendButton>
      </Bar>
    </>
  )
}

/** The person's own keys and passkeys, and the forms that make them. */
export function Keys() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) })
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => call('listPasskeys', {}) })
  const reload = () => Promise.all([keys.refetch(), passkeys.refetch()])
  return (
    <Split<Own>
      page="keys"
      items={[...owned('key', keys.data?.items), ...owned('passkey', passkeys.data?.items)]}
      asked={{
        isLoading: keys.isLoading || passkeys.isLoading,
        isError: keys.isError || passkeys.isError,
      }}
      none={t('noOwnKeys')}
      overview={
        <>
          <NewKey />
          <NewPasskey canMake={canUsePasskeys(passkeys.data?.domain ?? null)} onMade={reload} />
        </>
      }
      nameOf={(key, own) => own?.name ?? key}
      show={(_, own) => (own ? <OpenKey own={own} onGone={reload} /> : <Alert type="info" title={t('notInList')} />)}
      row={({ kind, name, createdAt, expiresAt }) => (
        <Row
          name={name}
          detail={t(`keyKind/${kind}`)}
          about={`${t('field/createdAt')}: ${moment(createdAt)}`}
          due={expiresAt && `${t('field/expiresAt')}: ${moment(expiresAt)}`}
        />
      )}
    />
  )
}
