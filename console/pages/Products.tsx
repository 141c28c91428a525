import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Form, Switch, Table, Tag } from 'antd'
import type { ConsoleProduct } from '../../contract/consoleSchemas'
import { call } from '../api'
import { useAction } from '../parts/useAction'
import { useMay } from '../session'
import { moment, t } from '../texts'

function MaintenanceButton({ product }: { product: ConsoleProduct }) {
  const act = useAction()
  const isOn = product.status === 'maintenance'
  return (
    <Button
      size="small"
      onClick={() =>
        act({
          action: 'products.maintenance',
          params: { symbol: product.symbol, until: null },
          initial: { on: !isOn },
          fields: (
            <>
              <Form.Item name="on" label={t('maintenanceOn')} valuePropName="checked">
                <Switch />
              </Form.Item>
              <Form.Item
                name="until"
                label={t('until')}
                getValueFromEvent={(at: { toISOString(): string } | null) => at?.toISOString()}
                getValueProps={() => ({})}
              >
                <DatePicker showTime />
              </Form.Item>
            </>
          ),
        })
      }
    >
      {t('action/products.maintenance')}
    </Button>
  )
}

/** Products with what the house could have to pay; open orders are never touched from here. */
export function Products() {
  const mayPause = useMay('products.pause')
  const list = useQuery({ queryKey: ['products'], queryFn: () => call('listProducts', {}), refetchInterval: 10_000 })
  return (
    <Table<ConsoleProduct>
      rowKey="symbol"
      loading={list.isLoading}
      dataSource={list.data?.items ?? []}
      pagination={false}
      columns={[
        { title: t('field/symbol'), dataIndex: 'symbol' },
        { title: t('name'), dataIndex: 'name' },
        { title: t('field/status'), dataIndex: 'status', render: (status: string) => <Tag>{status}</Tag> },
        { title: t('field/maintenanceUntil'), dataIndex: 'maintenanceUntil', render: moment },
        { title: t('field/openOrders'), dataIndex: 'openOrders', align: 'right' },
        { title: t('field/exposureUp'), dataIndex: 'exposureUp', align: 'right' },
        { title: t('field/exposureDown'), dataIndex: 'exposureDown', align: 'right' },
        { key: 'do', render: (_, product) => mayPause && <MaintenanceButton product={product} /> },
      ]}
    />
  )
}
