import { useQuery } from '@tanstack/react-query'
import { Form, Progress, Switch } from 'antd'
import type { ConsoleProduct, ProductDetail } from '../../contract/consoleProducts'
import type { ProductPart } from '../../contract/market'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { useFinding } from '../parts/FindField'
import { Mark, type MarkLevel } from '../parts/Mark'
import { NumberField } from '../parts/NumberField'
import { ProductChanges } from '../parts/ProductChanges'
import { ChangeFields, changeOf, InstantField, initialOf } from '../parts/ProductFields'
import { Row } from '../parts/Row'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { termsInWords } from '../parts/terms'
import { useMay, useSession } from '../session'
import { grouped, moment, t } from '../texts'

const FORM_WIDTH = 640
/** The house's figures are live. */
const REFRESH_MS = 5_000

function MaintenanceButton({ product }: { product: ConsoleProduct }) {
  const isOn = product.status === 'maintenance'
  return (
    <ActionButton
      action="products.maintenance"
      params={{ symbol: product.symbol, until: null }}
      initial={{ on: !isOn }}
      fields={
        <>
          <Form.Item name="on" label={t('maintenanceOn')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <InstantField name="until" label={t('until')} optional />
        </>
      }
    />
  )
}

/** Empty for no limit. */
const limitOf = (typed: unknown) => (typeof typed === 'string' && typed !== '' ? typed : null)

function LimitButton({ product }: { product: ConsoleProduct }) {
  const { currency, currencyScale } = useSession().session
  return (
    <ActionButton
      action="products.exposure"
      params={{ symbol: product.symbol }}
      initial={{ up: product.limitUp, down: product.limitDown }}
      toParams={({ up, down }) => ({ up: limitOf(up), down: limitOf(down) })}
      fields={
        <>
          <p>{t('limitHint')}</p>
          {(['up', 'down'] as const).map((side) => (
            <NumberField
              key={side}
              name={side}
              label={t(`limit/${side}`)}
              decimals={currencyScale}
              unit={currency}
              optional
            />
          ))}
        </>
      }
    />
  )
}

/** How much of its limit a side has used, so that a full one is seen among many. */
function Exposure({ open, limit }: { open: string; limit: string | null }) {
  if (limit === null) return <>{grouped(open)}</>
  const share = Number(limit) === 0 ? 100 : Math.min(100, Math.round((Number(open) / Number(limit)) * 100))
  return (
    <span>
      {grouped(open)} / {grouped(limit)}
      <Progress
        className="exposure"
        aria-label={t('limit/used')}
        percent={share}
        size="small"
        showInfo={false}
        status={share >= 95 ? 'exception' : 'normal'}
      />
    </span>
  )
}

const NEW_PRODUCT = { alwaysOpen: true, timeZone: 'UTC', decimals: 2, recommended: false, durations: [{}] }

function AddButton() {
  return (
    <ActionButton
      type="primary"
      action="products.change"
      params={{}}
      initial={NEW_PRODUCT}
      fields={<ChangeFields part="added" />}
      toParams={(typed) => changeOf('added', typed)}
      width={FORM_WIDTH}
    >
      {t('productPart/added')}
    </ActionButton>
  )
}

const CHANGEABLE = ['durations', 'stakes', 'calendar', 'names', 'maintenance'] as const

function ChangeButton({ product, part }: { product: ProductDetail; part: Exclude<ProductPart, 'added'> }) {
  return (
    <ActionButton
      action="products.change"
      params={{ symbol: product.symbol }}
      initial={initialOf(product[part])}
      fields={<ChangeFields part={part} />}
      toParams={(typed) => changeOf(part, typed)}
      width={FORM_WIDTH}
    >
      {t(`productPart/${part}`)}
    </ActionButton>
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
    <>
      <Box name={t('productTerms')}>
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={t(`field/${name}`)}>
            {value}
          </Fact>
        ))}
      </Box>
      <ProductChanges symbol={symbol} />
      {mayManage && (
        <Bar>
          <MaintenanceButton product={shown} />
          <LimitButton product={shown} />
          {CHANGEABLE.map((part) => (
            <ChangeButton key={part} product={product} part={part} />
          ))}
          {t('notice', { minutes: product.noticeMinutes })}
        </Bar>
      )}
    </>
  )
}

const STATUS_LEVELS: Record<ConsoleProduct['status'], MarkLevel> = {
  open: 'good',
  closed: 'plain',
  maintenance: 'soon',
  unknown: 'plain',
}

/** What the house could have to pay on each side. */
const Exposures = ({ product }: { product: ConsoleProduct }) => (
  <>
    <span>
      {t('field/exposureUp')}: <Exposure open={product.exposureUp} limit={product.limitUp} />
    </span>
    <span>
      {t('field/exposureDown')}: <Exposure open={product.exposureDown} limit={product.limitDown} />
    </span>
  </>
)

/** Products with what the house could have to pay; open orders are never touched from here. */
export function Products() {
  const mayManage = useMay('products.manage')
  const list = useQuery({
    queryKey: ['products'],
    queryFn: () => call('listProducts', {}),
    refetchInterval: REFRESH_MS,
  })
  const { found, field } = useFinding(list.data?.items ?? [], ({ symbol, name }) => [symbol, name])
  return (
    <Split<ConsoleProduct & { key: string }>
      page="products"
      items={found.map((product) => ({ ...product, key: product.symbol }))}
      asked={list}
      none={t('noMatch')}
      tools={
        <>
          {mayManage && <AddButton />}
          {field}
        </>
      }
      overview={<ProductChanges />}
      nameOf={(symbol) => symbol}
      show={(_, product) => product && <OpenProduct shown={product} />}
      row={(product) => (
        <Row
          name={product.symbol}
          detail={product.name}
          figure={product.openOrders}
          about={
            <>
              <Mark level={STATUS_LEVELS[product.status]}>{t(`productStatus/${product.status}`)}</Mark>
              {product.maintenanceUntil && ` ${t('field/maintenanceUntil')}: ${moment(product.maintenanceUntil)}`}
            </>
          }
          due={t('field/openOrders')}
          more={<Exposures product={product} />}
        />
      )}
    />
  )
}
