import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Drawer, Form, Image, Input, Space } from 'antd'
import { useState } from 'react'
import type { WaitingVerification } from '../../contract/consoleSchemas'
import { call, pictureOf } from '../api'
import { RejectionFields } from '../parts/Fields'
import { Due, Queue } from '../parts/Queue'
import { useAction } from '../parts/useAction'
import { moment, t } from '../texts'

/** What only the reviewer can read: days of the document. */
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

/** What was typed, beside the photos; each can be turned and brought near. */
function OpenVerification({ item }: { item: WaitingVerification }) {
  const act = useAction()
  const opened = useQuery({
    queryKey: ['verification', item.key, item.attempt],
    queryFn: () => call('openVerification', { params: { key: item.key } }),
    // A look is logged: nothing looks again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (opened.error) return <Alert type="warning" title={t('claimFirst')} />
  if (!opened.data) return null
  const { name, nationality, idNumber, photos } = opened.data
  const user = item.key
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={[
          { key: 'account', label: t('field/account'), children: item.account },
          { key: 'name', label: t('name'), children: name },
          { key: 'country', label: t('field/nationality'), children: nationality },
          { key: 'id', label: t('field/idNumber'), children: idNumber },
        ]}
      />
      <Image.PreviewGroup>
        <Space wrap>
          {(['front', 'back'] as const).map((side) => (
            <figure key={side} style={{ margin: 0 }}>
              <figcaption>{t(side === 'front' ? 'sideFront' : 'sideBack')}</figcaption>
              {photos.includes(side) ? (
                <Image
                  width={320}
                  alt={t(side === 'front' ? 'sideFront' : 'sideBack')}
                  src={pictureOf('getVerificationPhoto', { key: user, side })}
                />
              ) : (
                t('noPhoto')
              )}
            </figure>
          ))}
        </Space>
      </Image.PreviewGroup>
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
          { title: t('field/submittedAt'), dataIndex: 'submittedAt', render: moment },
          { title: t('field/dueAt'), dataIndex: 'dueAt', render: (at: string) => <Due at={at} /> },
        ]}
      />
      <Drawer
        title={item?.account}
        size="large"
        open={item !== undefined}
        onClose={() => setItem(undefined)}
        destroyOnHidden
      >
        {item && <OpenVerification item={item} />}
      </Drawer>
    </>
  )
}
