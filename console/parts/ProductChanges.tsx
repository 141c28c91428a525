import { useQuery } from '@tanstack/react-query'
import { Table, Tag, Typography } from 'antd'
import type { ProductChange } from '../../contract/productChanges'
import { call } from '../api'
import { useMay } from '../session'
import { moment, t, zone } from '../texts'
import { ActionButton } from './ActionButton'
import { Box } from './Sheet'
import { termsInWords } from './terms'

const SHOWN = '50'

/** Announced changes, newest first; those not yet in force can be withdrawn. */
export function ProductChanges({ symbol }: { symbol?: string }) {
  const mayManage = useMay('products.manage')
  const list = useQuery({
    queryKey: ['productChanges', symbol],
    queryFn: () => call('listProductChanges', { query: { limit: SHOWN, ...(symbol && { symbol }) } }),
  })
  return (
    <Box name={t('productChanges')}>
      <Table<ProductChange>
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={list.data?.items ?? []}
        locale={{ emptyText: t('nothingAnnounced') }}
        columns={[
          ...(symbol ? [] : [{ title: t('field/symbol'), dataIndex: 'symbol' }]),
          { title: t('field/revision'), dataIndex: 'revision', align: 'right' },
          {
            title: t('field/part'),
            dataIndex: 'part',
            render: (part: string, { terms }) => (
              <div style={{ maxWidth: 200, whiteSpace: 'normal' }}>
                {t(`productPart/${part}`)}
                <br />
                <Typography.Text type="secondary">{termsInWords(terms)}</Typography.Text>
              </div>
            ),
          },
          {
            title: t('field/status'),
            dataIndex: 'state',
            render: (state: ProductChange['state']) => <Tag>{t(`changeState/${state}`)}</Tag>,
          },
          { title: `${t('field/from')} (${zone()})`, dataIndex: 'from', render: moment },
          {
            key: 'do',
            render: (_, { id, state }) =>
              mayManage &&
              state === 'announced' && (
                <ActionButton size="small" action="products.withdraw" params={{ change: id }} danger>
                  {t('do/withdraw')}
                </ActionButton>
              ),
          },
        ]}
      />
    </Box>
  )
}
