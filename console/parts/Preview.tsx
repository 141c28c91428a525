import { useQuery } from '@tanstack/react-query'
import { Card, Col, Modal, Row, Typography } from 'antd'
import type { Locale } from '../../contract/locales'
import { call } from '../api'
import { t } from '../texts'
import { Blocks } from './Blocks'

export interface PreviewText {
  locale: Locale
  title: string
  summary?: string
  markdown: string
}

/** All languages of a text side by side, so that a gap or a slip is seen before anybody reads it. */
export function Preview({ texts, onClose }: { texts: PreviewText[] | undefined; onClose(): void }) {
  const asked = texts?.map(({ locale, markdown }) => ({ locale, markdown })) ?? []
  const shown = useQuery({
    queryKey: ['preview', asked],
    queryFn: () => call('previewContent', { body: { texts: asked } }),
    enabled: texts !== undefined,
  })
  return (
    <Modal title={t('do/preview')} open={texts !== undefined} onCancel={onClose} footer={null} width="95vw">
      <Row gutter={[16, 16]}>
        {texts?.map(({ locale, title, summary }) => (
          <Col key={locale} xs={24} md={12} xl={8}>
            <Card size="small" title={locale} lang={locale} style={{ height: '100%' }}>
              <Typography.Title level={4}>{title}</Typography.Title>
              {summary && <Typography.Paragraph strong>{summary}</Typography.Paragraph>}
              <Blocks blocks={shown.data?.items.find((item) => item.locale === locale)?.blocks ?? []} />
            </Card>
          </Col>
        ))}
      </Row>
    </Modal>
  )
}
