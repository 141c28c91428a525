import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, Space, Tabs, Typography, Upload } from 'antd'
import { useState } from 'react'
import type { OpenContent } from '../../contract/consoleContent'
import { LOCALES } from '../../contract/locales'
import { addressOfPicture, call, sendPicture } from '../api'
import { t } from '../texts'
import { halfWritten, Languages } from './Languages'
import { Preview, type PreviewText } from './Preview'
import { useAction } from './useAction'
import { useProblem } from './useProblem'

type Written = Partial<Record<PreviewText['locale'], { title?: string; summary?: string; markdown?: string }>>

/** Languages in which nothing is written are left out: their readers get the next one. */
const writtenIn = (form: Written) =>
  LOCALES.flatMap((locale) => {
    const { title, summary = '', markdown } = form[locale] ?? {}
    return title && markdown ? [{ locale, title, summary, markdown }] : []
  })

function Cover({ name, onName }: { name: string | null; onName(name: string | null): void }) {
  const showProblem = useProblem()
  return (
    <Space align="start">
      {name && <img src={addressOfPicture(name)} alt={t('field/cover')} style={{ maxWidth: 240, maxHeight: 140 }} />}
      <Upload
        accept="image/jpeg,image/png,image/webp"
        showUploadList={false}
        beforeUpload={(file) => {
          sendPicture(file).then((sent) => onName(sent.name), showProblem)
          return false
        }}
      >
        <Button>{t('do/chooseCover')}</Button>
      </Upload>
      {name && <Button onClick={() => onName(null)}>{t('do/remove')}</Button>}
    </Space>
  )
}

/** Title and text of a language, as they are typed. */
const partsIn = (form: Written) => (locale: PreviewText['locale']) =>
  [form[locale]?.title, form[locale]?.markdown] as const

const formOf = ({ texts }: OpenContent): Written =>
  Object.fromEntries(texts.map(({ locale, ...text }) => [locale, text]))

interface ArticleEditorProps {
  article: OpenContent
  /** Called with true when something was typed or chosen, and with false when it is saved. */
  onUnsaved(isUnsaved: boolean): void
}

/** An article in all its languages: saved as a working copy, looked at, and proposed for publication. */
export function ArticleEditor({ article, onUnsaved }: ArticleEditorProps) {
  const [form] = Form.useForm<Written>()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const act = useAction()
  const showProblem = useProblem()
  const [cover, setCover] = useState(article.cover)
  const [previewed, setPreviewed] = useState<PreviewText[]>()
  const [saving, setSaving] = useState(false)
  const typed = Form.useWatch([], form) as Written | undefined

  async function save(): Promise<string | undefined> {
    const typed: Written = form.getFieldsValue(true)
    const half = halfWritten(partsIn(typed))
    if (half.length > 0) {
      message.warning(t('halfWritten', { locales: half.join(', ') }))
      return undefined
    }
    const texts = writtenIn(typed)
    setSaving(true)
    try {
      const body = { kind: article.kind, cover, texts }
      const { digest } = await call('saveContent', { params: { article: article.id }, body })
      queries.invalidateQueries({ queryKey: ['content'] })
      onUnsaved(false)
      return digest
    } catch (error) {
      showProblem(error)
      return undefined
    } finally {
      setSaving(false)
    }
  }
  async function keep() {
    if (await save()) message.success(t('saved'))
  }
  async function publish() {
    const digest = await save()
    if (digest) act({ action: 'content.publish', params: { article: article.id, digest } })
  }
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <Space wrap>
        <Button onClick={keep} disabled={saving}>
          {t('do/save')}
        </Button>
        <Button onClick={() => setPreviewed(writtenIn(form.getFieldsValue(true)))}>{t('do/preview')}</Button>
        <Button type="primary" onClick={publish} disabled={saving}>
          {t('action/content.publish')}
        </Button>
      </Space>
      <Typography.Text>{t('articleHint')}</Typography.Text>
      <Languages of={partsIn(typed ?? formOf(article))} />
      <Cover
        name={cover}
        onName={(name) => {
          setCover(name)
          onUnsaved(true)
        }}
      />
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => onUnsaved(true)}
        initialValues={formOf(article)}
        requiredMark={false}
      >
        <Tabs
          items={LOCALES.map((locale) => ({
            key: locale,
            label: locale,
            forceRender: true,
            children: (
              <div lang={locale}>
                <Form.Item name={[locale, 'title']} label={`${t('field/title')} (${locale})`}>
                  <Input maxLength={120} />
                </Form.Item>
                <Form.Item name={[locale, 'summary']} label={`${t('field/summary')} (${locale})`}>
                  <Input maxLength={300} />
                </Form.Item>
                <Form.Item name={[locale, 'markdown']} label={`${t('field/markdown')} (${locale})`}>
                  <Input.TextArea autoSize={{ minRows: 10, maxRows: 24 }} maxLength={60_000} />
                </Form.Item>
              </div>
            ),
          }))}
        />
      </Form>
      <Preview texts={previewed} onClose={() => setPreviewed(undefined)} />
    </Space>
  )
}
