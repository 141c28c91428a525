import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Col, Descriptions, Drawer, Form, Input, Row, Space } from 'antd'
import { useState } from 'react'
import type { WaitingVerification } from '../../contract/consoleSchemas'
import { call, pictureOf } from '../api'
import { Age, Due } from '../parts/Due'
import { described, RejectionFields } from '../parts/Fields'
import { Photo } from '../parts/Photo'
import { Queue } from '../parts/Queue'
import { useAction } from '../parts/useAction'
import { t } from '../texts'

/** The document's dates, which only the reviewer can read. */
function DocumentFields() {
  const rules = [{ pattern: /^\d{4}-\d{2}-\d{2}$/, message: t('dayForm') }]
  return (
    <>
      <Form.Item name="bornOn" label={t('field/bornOn')} extra={t('bornOnHint')} rules={rules}>
        <Input maxLength={10} placeholder="1990-12-31" />
      </Form.Item>
      <Form.Item name="validUntil" label={t('field/validUntil')} extra={t('validUntilHint')} rules={rules}>
        <Input maxLength={10} placeholder="2030-12-31" />
      </Form.Item>
    </>
  )
}

/** The user's entries, next to the photos; each can be turned and enlarged in its place. */
function OpenVerification({ item }: { item: WaitingVerification }) {
  const act = useAction()
  const opened = useQuery({
    queryKey: ['verification', item.key, item.attempt],
    queryFn: () => call('openVerification', { params: { key: item.key } }),
    // Each look is logged, so nothing reloads by itself, and nothing is kept for a look that would not be.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (opened.error) return <Alert type="warning" title={t('claimFirst')} />
  if (!opened.data) return null
  const { name, nationality, idNumber, photos } = opened.data
  const user = item.key
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Row gutter={[24, 24]}>
        <Col xs={24} xl={14}>
          <Space orientation="vertical" size="large" style={{ width: '100%' }}>
            {(['front', 'back'] as const).map((side) => {
              const words = t(side === 'front' ? 'sideFront' : 'sideBack')
              const src = pictureOf('getVerificationPhoto', { key: user, side })
              if (photos.includes(side)) return <Photo key={side} name={words} src={src} />
              return (
                <p key={side}>
                  {words}: {t('noPhoto')}
                </p>
              )
            })}
          </Space>
        </Col>
        <Col xs={24} xl={10}>
          <Descriptions
            bordered
            column={1}
            items={described({ account: item.account, name, nationality, idNumber, attempt: item.attempt })}
          />
        </Col>
      </Row>
      <Space>
        <Button
          type="primary"
          onClick={() => act({ action: 'verifications.approve', params: { user }, fields: <DocumentFields /> })}
        >
          {t('action/verifications.approve')}
        </Button>
        <Button
          danger
          onClick={() =>
            act({
              action: 'verifications.reject',
              params: { user },
              fields: <RejectionFields what="verification" />,
              danger: true,
            })
          }
        >
          {t('action/verifications.reject')}
        </Button>
      </Space>
    </Space>
  )
}

/** Identity checks that wait, longest first. */
export function Verifications() {
  const [item, setItem] = useState<WaitingVerification>()
  return (
    <>
      <Queue<WaitingVerification>
        queue="verifications"
        load={(cursor) => call('listVerifications', { query: cursor === undefined ? {} : { cursor } })}
        onOpen={setItem}
        columns={[
          { title: t('field/account'), dataIndex: 'account' },
          { title: t('field/nationality'), dataIndex: 'nationality' },
          { title: t('field/status'), dataIndex: 'status', render: (status: string) => t(`status/${status}`) },
          { title: t('field/attempt'), dataIndex: 'attempt' },
          { title: t('field/age'), dataIndex: 'submittedAt', render: (from: string) => <Age from={from} /> },
          {
            title: t('field/dueAt'),
            key: 'dueAt',
            render: (_, { dueAt, submittedAt }) => <Due at={dueAt} from={submittedAt} />,
          },
        ]}
      />
      <Drawer
        title={item?.account}
        size="min(1200px, 100vw)"
        open={item !== undefined}
        onClose={() => setItem(undefined)}
        destroyOnHidden
      >
        {item && <OpenVerification item={item} />}
      </Drawer>
    </>
  )
}
