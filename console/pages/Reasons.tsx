import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Col, Form, Input, Modal, Row as Rows, Select, Space, Switch } from 'antd'
import { useState } from 'react'
import { LOCALES } from '../../contract/locales'
import { OPERATOR_REASONS, type ReasonKind } from '../../contract/operatorReasons'
import type { ReasonItem } from '../../contract/reasons'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { useFinding } from '../parts/FindField'
import { Mark } from '../parts/Mark'
import { Row } from '../parts/Row'
import { useReasons, wordsIn } from '../parts/reasons'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { useMay } from '../session'
import { moment, t } from '../texts'

const KINDS = Object.keys(OPERATOR_REASONS) as ReasonKind[]

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
        <Rows gutter={[16, 16]}>
          {LOCALES.map((locale) => (
            <Col key={locale} xs={24} md={12} xl={8}>
              <Card size="small" title={locale} lang={locale} style={{ height: '100%' }}>
                {shown?.[locale]}
              </Card>
            </Col>
          ))}
        </Rows>
      </Modal>
    </>
  )
}

function ReasonFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <p>{t('reasonWriteHint')}</p>
      {isNew && (
        <>
          <Form.Item name="what" label={t('reasonFits')}>
            <Select options={KINDS.map((value) => ({ value, label: t(`reasonsOf/${value}`) }))} />
          </Form.Item>
          <Form.Item
            name="code"
            label={t('field/reasonName')}
            rules={[{ required: true, pattern: /^[a-z][a-z_]{1,31}$/, message: t('reasonNameForm') }]}
          >
            <Input autoCapitalize="none" placeholder="video_call_needed" />
          </Form.Item>
        </>
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

function WriteButton({ reason }: { reason?: ReasonItem }) {
  const words = reason && Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(reason, locale)]))
  return (
    <ActionButton
      type="primary"
      action="reasons.write"
      params={reason ? { what: reason.what, code: reason.code } : {}}
      fields={<ReasonFields isNew={!reason} />}
      initial={{ offered: reason?.offered ?? true, what: KINDS[0], ...(words && { words }) }}
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
    <Box name={t('reasonHistory')}>
      {list.data?.items.map((version) => (
        <div key={version.key} className="note">
          <bdi>{version.texts.find(({ locale }) => locale === 'en-US')?.text}</bdi>
          <small>{`${version.key}, ${version.by}, ${moment(version.at)}`}</small>
        </div>
      ))}
    </Box>
  )
}

function OpenReason({ reason }: { reason: ReasonItem }) {
  const mayEdit = useMay('content.edit')
  return (
    <>
      <Box name={t(`reasonsOf/${reason.what}`)}>
        {LOCALES.map((locale) => (
          <Fact key={locale} name={locale}>
            <span lang={locale}>{wordsIn(reason, locale)}</span>
          </Fact>
        ))}
      </Box>
      {reason.changed && <History code={reason.code} />}
      {mayEdit && reason.code !== 'other' && (
        <Bar>
          <WriteButton reason={reason} />
        </Bar>
      )}
    </>
  )
}

/** The users' text of each reason that staff can choose, in every language. */
export function Reasons() {
  const { items, asked, label } = useReasons()
  const mayEdit = useMay('content.edit')
  const ordered = KINDS.flatMap((what) => items.filter((item) => item.what === what))
  const { found, field } = useFinding(ordered, (item) => [label(item), item.code, t(`reasonsOf/${item.what}`)])
  return (
    <Split<ReasonItem & { key: string }>
      page="reasons"
      items={found.map((item) => ({ ...item, key: `${item.what}.${item.code}` }))}
      asked={asked}
      none={t('noMatch')}
      summary={t('reasonsHint')}
      tools={
        <>
          {mayEdit && <WriteButton />}
          {field}
        </>
      }
      nameOf={(key, reason) => (reason ? label(reason) : key)}
      show={(_, reason) => (reason ? <OpenReason reason={reason} /> : <Alert type="info" title={t('notInList')} />)}
      row={(reason) => (
        <Row
          name={label(reason)}
          about={t(`reasonsOf/${reason.what}`)}
          due={
            <>
              {!reason.offered && <Mark level="plain">{t('reasonNotOffered')}</Mark>}
              {reason.changed && <Mark level="open">{t('reasonChanged')}</Mark>}
            </>
          }
        />
      )}
    />
  )
}
