import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form, Input, Modal, Select, Space } from 'antd'
import { useState } from 'react'
import type { ContentItem, OpenContent } from '../../contract/consoleContent'
import { LOCALES } from '../../contract/locales'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { ArticleEditor } from '../parts/ArticleEditor'
import { useFinding } from '../parts/FindField'
import { Languages } from '../parts/Languages'
import { Mark, type MarkLevel } from '../parts/Mark'
import { Preview, type PreviewText } from '../parts/Preview'
import { Row } from '../parts/Row'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { useConfirm } from '../parts/useConfirm'
import { moment, t } from '../texts'

const useStored = (id: string) =>
  useQuery({ queryKey: ['content', id], queryFn: () => call('getContent', { params: { article: id } }) })

function StoredArticle({ id, onUnsaved }: { id: string; onUnsaved(isUnsaved: boolean): void }) {
  const opened = useQuery({
    queryKey: ['article', id],
    queryFn: () => call('getContent', { params: { article: id } }),
    // The user's input stays while lists reload.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return opened.data ? <ArticleEditor article={opened.data} onUnsaved={onUnsaved} /> : null
}

function NewArticle({ onMade }: { onMade(article: OpenContent): void }) {
  const [open, setOpen] = useState(false)
  const [form] = Form.useForm<{ id: string }>()
  async function make() {
    const { id } = await form.validateFields()
    setOpen(false)
    onMade({ id, kind: 'news', cover: null, texts: [], draft: null, digest: null })
  }
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('newArticle')}
      </Button>
      <Modal
        title={t('newArticle')}
        open={open}
        onCancel={() => setOpen(false)}
        onOk={make}
        okText={t('do/confirm')}
        cancelText={t('do/cancel')}
      >
        <Form form={form} layout="vertical" requiredMark={false}>
          <Form.Item
            name="id"
            label={t('field/articleName')}
            rules={[{ required: true, pattern: /^[a-z0-9-]{2,64}$/, message: t('articleNameForm') }]}
          >
            <Input autoCapitalize="none" placeholder="2026-12-24-holiday-hours" />
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}

type Typed = Record<string, { title?: string; body?: string }>

const announcedIn = (typed: Typed) =>
  LOCALES.flatMap((locale) => {
    const { title, body } = typed[locale] ?? {}
    return title && body ? [{ locale, title, body }] : []
  })

/** Titles and texts of an announcement, a language at a time, with all of them side by side before it goes out. */
function AnnouncementFields() {
  const form = Form.useFormInstance()
  const [locale, setLocale] = useState<(typeof LOCALES)[number]>('en-US')
  const [previewed, setPreviewed] = useState<PreviewText[]>()
  const typed = Form.useWatch([], form) as Typed | undefined
  const preview = () =>
    setPreviewed(announcedIn(form.getFieldsValue(true)).map(({ body, ...text }) => ({ ...text, markdown: body })))
  return (
    <>
      <p>{t('announceHint')}</p>
      <Space style={{ marginBottom: 12 }}>
        <Select
          aria-label={t('language')}
          value={locale}
          onChange={setLocale}
          style={{ width: 120 }}
          options={LOCALES.map((value) => ({ value, label: value }))}
        />
        <Button onClick={preview}>{t('do/preview')}</Button>
      </Space>
      {LOCALES.map((one) => (
        <div key={one} lang={one} hidden={one !== locale}>
          <Form.Item name={[one, 'title']} label={`${t('field/title')} (${one})`}>
            <Input maxLength={120} />
          </Form.Item>
          <Form.Item name={[one, 'body']} label={`${t('field/body')} (${one})`}>
            <Input.TextArea rows={5} maxLength={2_000} />
          </Form.Item>
        </div>
      ))}
      <Languages of={(one) => [typed?.[one]?.title, typed?.[one]?.body]} />
      <Preview texts={previewed} onClose={() => setPreviewed(undefined)} />
    </>
  )
}

function AnnounceButton() {
  return (
    <ActionButton
      action="content.announce"
      params={{}}
      fields={<AnnouncementFields />}
      toParams={(typed) => ({ texts: announcedIn(typed as Typed) })}
      width={640}
    />
  )
}

function WithdrawButton({ id }: { id: string }) {
  return (
    <ActionButton action="content.withdraw" params={{ article: id }} danger>
      {t('do/withdraw')}
    </ActionButton>
  )
}

const LEVELS: Record<ContentItem['status'], MarkLevel> = { draft: 'open', published: 'good', withdrawn: 'plain' }

const missingIn = (locales: readonly string[]) => LOCALES.filter((locale) => !locales.includes(locale)).join(' ')

/** The public version of the article, with its title in each language, and its working copy. */
function OpenArticle({ item, onEdit }: { item: ContentItem; onEdit(): void }) {
  const { id, kind, status, publishedAt, draft } = item
  const texts = useStored(id).data?.texts ?? []
  return (
    <>
      <Box name={t('field/status')}>
        <Fact name={t('field/status')}>{t(`articleStatus/${status}`)}</Fact>
        <Fact name={t('field/kind')}>{t(`articleKind/${kind}`)}</Fact>
        <Fact name={t('field/publishedAt')}>{moment(publishedAt)}</Fact>
        <Fact name={t('field/draft')}>{draft && `${draft.by}, ${moment(draft.at)}`}</Fact>
      </Box>
      <Box name={t('field/title')}>
        {LOCALES.map((locale) => (
          <Fact key={locale} name={locale}>
            <span lang={locale}>{texts.find((text) => text.locale === locale)?.title ?? '–'}</span>
          </Fact>
        ))}
      </Box>
      <Bar>
        <Button type="primary" onClick={onEdit}>
          {t('do/edit')}
        </Button>
        {status === 'published' && <WithdrawButton id={id} />}
      </Bar>
    </>
  )
}

/** News and documents with their working copies, and announcements. */
export function Content() {
  const [edited, setEdited] = useState<string | OpenContent>()
  const [isUnsaved, setUnsaved] = useState(false)
  const confirm = useConfirm()
  const leave = () => {
    setUnsaved(false)
    setEdited(undefined)
  }
  const close = () => {
    if (!isUnsaved) return leave()
    confirm(() => ({ title: t('closeUnsaved'), okText: t('do/close'), cancelText: t('do/cancel'), onOk: leave }))
  }
  const list = useQuery({ queryKey: ['content'], queryFn: () => call('listContent', {}) })
  const { found, field } = useFinding(list.data?.items ?? [], ({ id, kind, status }) => [
    id,
    t(`articleKind/${kind}`),
    t(`articleStatus/${status}`),
  ])
  return (
    <>
      <Split<ContentItem & { key: string }>
        page="content"
        items={found.map((item) => ({ ...item, key: item.id }))}
        asked={list}
        none={t('noMatch')}
        tools={
          <>
            <NewArticle onMade={setEdited} />
            <AnnounceButton />
            {field}
          </>
        }
        nameOf={(id) => id}
        show={(id, item) =>
          item ? <OpenArticle item={item} onEdit={() => setEdited(id)} /> : <Alert type="info" title={t('notInList')} />
        }
        row={({ id, kind, status, publishedAt, locales, draft }) => (
          <Row
            name={id}
            detail={t(`articleKind/${kind}`)}
            figure={<Mark level={LEVELS[status]}>{t(`articleStatus/${status}`)}</Mark>}
            about={missingIn(locales) && `${t('field/missing')}: ${missingIn(locales)}`}
            due={publishedAt && moment(publishedAt)}
            more={draft && `${t('field/draft')}: ${draft.by}, ${moment(draft.at)}`}
          />
        )}
      />
      <Drawer
        title={typeof edited === 'object' ? edited.id : edited}
        size="min(1100px, 95vw)"
        open={edited !== undefined}
        onClose={close}
        destroyOnHidden
      >
        {typeof edited === 'object' && <ArticleEditor article={edited} onUnsaved={setUnsaved} />}
        {typeof edited === 'string' && <StoredArticle id={edited} onUnsaved={setUnsaved} />}
      </Drawer>
    </>
  )
}
