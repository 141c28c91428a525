import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Drawer, Form, Input, Progress, Space, Switch, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { ConsoleProduct, ProductDetail } from '../../contract/consoleProducts'
import type { ProductPart } from '../../contract/market'
import { call } from '../api'
import { dated } from '../parts/dated'
import { ProductChanges } from '../parts/ProductChanges'
import { AMOUNT, ChangeFields, changeOf, InstantField, initialOf } from '../parts/ProductFields'
import { termsInWords } from '../parts/terms'
import { useAction } from '../parts/useAction'
import { Wide } from '../parts/Wide'
import { useMay } from '../session'
import { t } from '../texts'

const FORM_WIDTH = 640
/** The house's figures are live. */
const REFRESH_MS = 5_000

function MaintenanceButton({ product }: { product: ConsoleProduct }) {
  const act = useAction()
  const isOn = product.status === 'maintenance'
  return (
    <Button
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
              <InstantField name="until" label={t('until')} optional />
            </>
          ),
        })
      }
    >
      {t('action/products.maintenance')}
    </Button>
  )
}

/** Empty for no limit. */
const limitOf = (typed: unknown) => (typeof typed === 'string' && typed !== '' ? typed : null)

function LimitButton({ product }: { product: ConsoleProduct }) {
  const act = useAction()
  return (
    <Button
      onClick={() =>
        act({
          action: 'products.exposure',
          params: { symbol: product.symbol },
          initial: { up: product.limitUp, down: product.limitDown },
          toParams: ({ up, down }) => ({ up: limitOf(up), down: limitOf(down) }),
          fields: (
            <>
              <p>{t('limitHint')}</p>
              {(['up', 'down'] as const).map((side) => (
                <Form.Item
                  key={side}
                  name={side}
                  label={t(`limit/${side}`)}
                  rules={[{ pattern: AMOUNT, message: t('limit/form') }]}
                >
                  <Input inputMode="decimal" />
                </Form.Item>
              ))}
            </>
          ),
        })
      }
    >
      {t('action/products.exposure')}
    </Button>
  )
}

/** How much of its limit a side has used, so that a full one is seen among many. */
function Exposure({ open, limit }: { open: string; limit: string | null }) {
  if (limit === null) return <>{open}</>
  const share = Number(limit) === 0 ? 100 : Math.min(100, Math.round((Number(open) / Number(limit)) * 100))
  return (
    <>
      {open} / {limit}
      <Progress
        aria-label={t('limit/used')}
        percent={share}
        size="small"
        showInfo={false}
        status={share >= 95 ? 'exception' : 'normal'}
      />
    </>
  )
}

const NEW_PRODUCT = { alwaysOpen: true, timeZone: 'UTC', decimals: 2, recommended: false, durations: [{}] }

function AddButton() {
  const act = useAction()
  return (
    <Button
      type="primary"
      onClick={() =>
        act({
          action: 'products.change',
          params: {},
          initial: NEW_PRODUCT,
          fields: <ChangeFields part="added" />,
          toParams: (typed) => changeOf('added', typed),
          width: FORM_WIDTH,
        })
      }
    >
      {t('productPart/added')}
    </Button>
  )
}

const CHANGEABLE = ['durations', 'stakes', 'calendar', 'names', 'maintenance'] as const

function ChangeButton({ product, part }: { product: ProductDetail; part: Exclude<ProductPart, 'added'> }) {
  const act = useAction()
  return (
    <Button
      onClick={() =>
        act({
          action: 'products.change',
          params: { symbol: product.symbol },
          initial: initialOf(product[part]),
          fields: <ChangeFields part={part} />,
          toParams: (typed) => changeOf(part, typed),
          width: FORM_WIDTH,
        })
      }
    >
      {t(`productPart/${part}`)}
    </Button>
  )
}

/** Exchanges have their own names. */
const sourceName = (source: string) =>
  source === 'simulated' || source === 'none' ? t(`priceSource/${source}`) : source

function OpenProduct({ shown }: { shown: ConsoleProduct }) {
  const { symbol } = shown
  const mayManage = useMay('products.manage')
  const opened = useQuery({
    queryKey: ['product', symbol],
    queryFn: () => call('getProduct', { params: { symbol } }),
  })
  const product = opened.data
  if (!product) return null
  const facts = {
    category: t(`category/${product.category}`),
    source: sourceName(product.source),
    names: termsInWords(product.names),
    durations: termsInWords(product.durations),
    stakes: termsInWords(product.stakes),
    calendar: termsInWords(product.calendar),
  }
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={Object.entries(facts).map(([key, children]) => ({ key, label: t(`field/${key}`), children }))}
      />
      {mayManage && (
        <>
          <Typography.Text>{t('notice', { minutes: product.noticeMinutes })}</Typography.Text>
          <Space wrap>
            <MaintenanceButton product={shown} />
            <LimitButton product={shown} />
            {CHANGEABLE.map((part) => (
              <ChangeButton key={part} product={product} part={part} />
            ))}
          </Space>
        </>
      )}
      <ProductChanges symbol={symbol} />
    </Space>
  )
}

/** Products with what the house could have to pay; open orders are never touched from here. */
export function Products() {
  const mayManage = useMay('products.manage')
  const [symbol, setSymbol] = useState<string>()
  const list = useQuery({
    queryKey: ['products'],
    queryFn: () => call('listProducts', {}),
    refetchInterval: REFRESH_MS,
  })
  const shown = list.data?.items.find((product) => product.symbol === symbol)
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      {mayManage && <AddButton />}
      <Wide name={t('menu/products')}>
        <Table<ConsoleProduct>
          rowKey="symbol"
          size="middle"
          loading={list.isLoading}
          dataSource={list.data?.items ?? []}
          pagination={false}
          columns={[
            { title: t('field/symbol'), dataIndex: 'symbol' },
            { title: t('field/code'), dataIndex: 'name' },
            {
              title: t('field/status'),
              dataIndex: 'status',
              render: (status: string) => <Tag>{t(`productStatus/${status}`)}</Tag>,
            },
            dated('maintenanceUntil'),
            { title: t('field/openOrders'), dataIndex: 'openOrders', align: 'right' },
            {
              title: t('field/exposureUp'),
              align: 'right',
              key: 'up',
              render: (_, { exposureUp, limitUp }) => <Exposure open={exposureUp} limit={limitUp} />,
            },
            {
              title: t('field/exposureDown'),
              align: 'right',
              key: 'down',
              render: (_, { exposureDown, limitDown }) => <Exposure open={exposureDown} limit={limitDown} />,
            },
            {
              key: 'do',
              render: (_, product) => (
                <Button type="link" size="small" onClick={() => setSymbol(product.symbol)}>
                  {t('do/open')}
                </Button>
              ),
            },
          ]}
        />
      </Wide>
      <ProductChanges />
      <Drawer
        title={symbol}
        size="large"
        open={symbol !== undefined}
        onClose={() => setSymbol(undefined)}
        destroyOnHidden
      >
        {shown && <OpenProduct shown={shown} />}
      </Drawer>
    </Space>
  )
}
