import { useQuery } from '@tanstack/react-query'
import {
  Button,
  Card,
  Col,
  Collapse,
  Descriptions,
  Form,
  Input,
  Modal,
  Row,
  Space,
  Switch,
  Tag,
  Typography,
} from 'antd'
import { useState } from 'react'
import { LOCALES } from '../../contract/locales'
import { OPERATOR_REASONS, type ReasonKind } from '../../contract/operatorReasons'
import type { ReasonItem } from '../../contract/reasons'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { useReasons, wordsIn } from '../parts/reasons'
import { useMay } from '../session'
import { moment, t } from '../texts'

type Typed = Record<string, string>

/** Every language next to the others, as users read it. */
function PreviewButton() {
  const form = Form.useFormInstance()
  const [shown, setShown] = useState<Typed>()
  return (
    <>
      <Button onClick={() => setShown(form.getFieldValue('words') ?? {})}>{t('do/preview')}</Button>
      <Modal
        title={t('do/preview')}
        open={shown !== undefined}
        onCancel={() => setShown(undefined)}
        footer={null}
        width="95vw"
      >
        <Row gutter={[16, 16]}>
          {LOCALES.map((locale) => (
            <Col key={locale} xs={24} md={12} xl={8}>
              <Card size="small" title={locale} lang={locale} style={{ height: '100%' }}>
                {shown?.[locale]}
              </Card>
            </Col>
          ))}
        </Row>
      </Modal>
    </>
  )
}

function ReasonFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <p>{t('reasonWriteHint')}</p>
      {isNew && (
        <Form.Item
          name="code"
          label={t('field/reasonName')}
          rules={[{ required: true, pattern: /^[a-z][a-z_]{1,31}$/, message: t('reasonNameForm') }]}
        >
          <Input autoCapitalize="none" placeholder="video_call_needed" />
        </Form.Item>
      )}
      {LOCALES.map((locale) => (
        <div key={locale} lang={locale}>
          <Form.Item
            name={['words', locale]}
            label={locale}
            rules={[{ required: true, min: 2, max: 200, message: t('reasonWordsForm') }]}
          >
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={200} />
          </Form.Item>
        </div>
      ))}
      <Space size="large" style={{ marginBottom: 16 }}>
        <PreviewButton />
        <Form.Item name="offered" label={t('field/offered')} valuePropName="checked" layout="horizontal" noStyle>
          <Switch
            checkedChildren={t('reasonOffered')}
            unCheckedChildren={t('reasonNotOffered')}
            aria-label={t('field/offered')}
          />
        </Form.Item>
      </Space>
    </>
  )
}

const toParams = ({ words, ...typed }: Record<string, unknown>) => ({
  ...typed,
  texts: LOCALES.map((locale) => ({ locale, text: (words as Typed)[locale] ?? '' })),
})

function WriteButton({ what, reason }: { what: ReasonKind; reason?: ReasonItem }) {
  const words = reason && Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(reason, locale)]))
  return (
    <ActionButton
      size="small"
      action="reasons.write"
      params={{ what, ...(reason && { code: reason.code }) }}
      fields={<ReasonFields isNew={!reason} />}
      initial={{ offered: reason?.offered ?? true, ...(words && { words }) }}
      toParams={toParams}
      width={640}
    >
      {t(reason ? 'do/edit' : 'reasonNew')}
    </ActionButton>
  )
}

/** Earlier versions and their authors: decisions of that time keep those words. */
function History({ code }: { code: string }) {
  const list = useQuery({
    queryKey: ['reason-history', code],
    queryFn: () => call('getReasonHistory', { params: { code } }),
  })
  return (
    <ul>
      {list.data?.items.map((version) => (
        <li key={version.key}>
          {version.key}: <bdi>{version.texts.find(({ locale }) => locale === 'en-US')?.text}</bdi> ({version.by},{' '}
          {moment(version.at)})
        </li>
      ))}
    </ul>
  )
}

function Words({ reason }: { reason: ReasonItem }) {
  const mayEdit = useMay('content.edit')
  const items = LOCALES.map((locale) => ({
    key: locale,
    label: locale,
    children: <span lang={locale}>{wordsIn(reason, locale)}</span>,
  }))
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {mayEdit && reason.code !== 'other' && <WriteButton what={reason.what} reason={reason} />}
      <Descriptions bordered size="small" column={1} items={items} />
      {reason.changed && <History code={reason.code} />}
    </Space>
  )
}

/** The users' text of each reason that staff can choose, in every language. */
export function Reasons() {
  const { items, label } = useReasons()
  const mayEdit = useMay('content.edit')
  return (
    <>
      <p>{t('reasonsHint')}</p>
      {(Object.keys(OPERATOR_REASONS) as ReasonKind[]).map((what) => (
        <section key={what} style={{ marginBottom: 24 }}>
          <Space style={{ marginBottom: 8 }} align="baseline">
            <Typography.Title level={4} style={{ margin: 0, fontSize: 16 }}>
              {t(`reasonsOf/${what}`)}
            </Typography.Title>
            {mayEdit && <WriteButton what={what} />}
          </Space>
          <Collapse
            items={items
              .filter((item) => item.what === what)
              .map((reason) => ({
                key: reason.code,
                label: (
                  <>
                    {label(reason)} {!reason.offered && <Tag>{t('reasonNotOffered')}</Tag>}
                    {reason.changed && <Tag>{t('reasonChanged')}</Tag>}
                  </>
                ),
                children: <Words reason={reason} />,
              }))}
          />
        </section>
      ))}
    </>
  )
}
