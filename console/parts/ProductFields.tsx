import { Button, DatePicker, Form, Input, Select, Space, Switch } from 'antd'
import type { ReactNode } from 'react'
import { LOCALES } from '../../contract/locales'
import { CATEGORIES, type ProductPart, type PublicTerms } from '../../contract/market'
import { readScaled } from '../../contract/readScaled'
import { useSession } from '../session'
import { t, zone } from '../texts'
import { NumberField } from './NumberField'

const needed = (label: string) => [{ required: true, message: label }]

/** An instant of the reader's clock, sent as one of UTC. */
export function InstantField({ name, label, optional }: { name: string; label: string; optional?: boolean }) {
  return (
    <Form.Item
      name={name}
      label={`${label} (${zone()})`}
      rules={optional ? [] : needed(label)}
      getValueFromEvent={(at: { toISOString(): string } | null) => at?.toISOString()}
      getValueProps={() => ({})}
    >
      <DatePicker
        // The button that clears is too small to hit: a required time needs none, and an optional one is typed over.
        allowClear={false}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}

function DurationFields() {
  return (
    <Form.List name="durations">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <Space key={key} align="baseline">
              <NumberField
                name={[name, 'seconds']}
                label={t('field/seconds')}
                range={[5, 86_400]}
                decimals={0}
                unit="s"
                example="60"
                inRow
              />
              <NumberField
                name={[name, 'percent']}
                label={t('field/earningsRate')}
                range={[1, 1000]}
                unit="%"
                example="7.5"
                inRow
              />
              <Button onClick={() => remove(name)}>{t('do/remove')}</Button>
            </Space>
          ))}
          <Form.Item>
            <Button onClick={() => add()}>{t('do/addDuration')}</Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

/** The decimal strings of clear numbers; other texts stay, and the field refuses them. */
const asTyped = (texts: string[], scale: number) =>
  texts.map((text) => {
    const reading = readScaled(text, scale)
    return reading.kind === 'number' ? reading.value : text
  })

function StakeFields() {
  const { currency, currencyScale } = useSession().session
  const isClear = (text: string) => readScaled(text, currencyScale).kind === 'number'
  const clear = {
    async validator(_: unknown, texts: string[] = []) {
      const unclear = texts.filter((text) => !isClear(text))
      if (texts.length === 0) throw new Error(t('form/missing'))
      if (unclear.length > 0) throw new Error(t('form/unclear', { texts: unclear.join(' · '), example: '5000.00' }))
    },
  }
  return (
    <>
      {(['stakeMin', 'stakeMax'] as const).map((name) => (
        <NumberField key={name} name={name} label={t(`field/${name}`)} decimals={currencyScale} unit={currency} />
      ))}
      <Form.Item
        name="stakePresets"
        label={`${t('field/stakePresets')} (${currency})`}
        normalize={(texts: string[]) => asTyped(texts, currencyScale)}
        rules={[clear]}
      >
        {/* A comma or a space may be part of an amount, so neither ends one. */}
        <Select mode="tags" tokenSeparators={[';']} open={false} />
      </Form.Item>
    </>
  )
}

function CalendarFields() {
  const days = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: t(`weekday/${value}`) }))
  const time = { required: true, pattern: /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, message: '09:30' }
  return (
    <>
      <Form.Item name="timeZone" label={t('field/timeZone')} rules={needed(t('field/timeZone'))}>
        <Select
          showSearch
          options={['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <Form.Item name="alwaysOpen" label={t('alwaysOpen')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.List name="sessions">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Space key={key} align="baseline" wrap>
                <Form.Item name={[name, 'days']} rules={needed(t('field/days'))}>
                  <Select aria-label={t('field/days')} mode="multiple" options={days} style={{ minWidth: 220 }} />
                </Form.Item>
                {(['open', 'close'] as const).map((end) => (
                  <Form.Item key={end} name={[name, end]} rules={[time]}>
                    <Input aria-label={t(`field/${end}`)} placeholder={t(`field/${end}`)} style={{ width: 90 }} />
                  </Form.Item>
                ))}
                <Button onClick={() => remove(name)}>{t('do/remove')}</Button>
              </Space>
            ))}
            <Form.Item>
              <Button onClick={() => add()}>{t('do/addSession')}</Button>
            </Form.Item>
          </>
        )}
      </Form.List>
    </>
  )
}

function NameFields() {
  return (
    <>
      <Form.Item name="code" label={t('field/code')} rules={[{ required: true, min: 2, max: 20 }]}>
        <Input />
      </Form.Item>
      {LOCALES.map((locale) => (
        <Form.Item
          key={locale}
          name={['names', locale]}
          label={`${t('field/names')} (${locale})`}
          rules={[{ required: true, max: 40, message: t('field/names') }]}
        >
          <Input lang={locale} />
        </Form.Item>
      ))}
      <Form.Item name="recommended" label={t('field/recommended')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

function AddedFields() {
  return (
    <>
      <Form.Item
        name="symbol"
        label={t('field/symbol')}
        rules={[{ required: true, pattern: /^[A-Z0-9]{2,16}$/, message: 'BTCUSDT' }]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="category" label={t('field/category')} rules={needed(t('field/category'))}>
        <Select options={CATEGORIES.map((value) => ({ value, label: t(`category/${value}`) }))} />
      </Form.Item>
      <Form.Item name="decimals" label={t('field/decimals')} rules={needed(t('field/decimals'))}>
        <Select options={Array.from({ length: 9 }, (_, value) => ({ value, label: value }))} />
      </Form.Item>
      <NameFields />
      <DurationFields />
      <StakeFields />
      <CalendarFields />
    </>
  )
}

const FIELDS: Record<ProductPart, () => ReactNode> = {
  added: AddedFields,
  names: NameFields,
  durations: DurationFields,
  stakes: StakeFields,
  calendar: CalendarFields,
  maintenance: () => <InstantField name="until" label={t('field/maintenanceUntil')} />,
}

/** The form for a change of a part, with the time at which it takes effect. */
export function ChangeFields({ part }: { part: ProductPart }) {
  const Fields = FIELDS[part]
  return (
    <>
      <p>{t('changeHint')}</p>
      <InstantField name="from" label={t('field/from')} />
      <Fields />
    </>
  )
}

/** Sessions of the same time are on one line of the form. */
const linesOf = ({ hours }: NonNullable<PublicTerms['calendar']>) =>
  [...Map.groupBy(hours, ({ open, close }) => `${open} ${close}`).values()].map((rows) => ({
    days: rows.map(({ day }) => day),
    open: rows[0]?.open,
    close: rows[0]?.close,
  }))

/** Initial values of the form: the current terms. */
export const initialOf = ({ durations, calendar, until: _, ...terms }: PublicTerms) => ({
  ...terms,
  ...(durations && {
    durations: durations.map(({ seconds, earningsRateBp }) => ({
      seconds: String(seconds),
      percent: String(earningsRateBp / 100),
    })),
  }),
  ...(calendar && { timeZone: calendar.timeZone, alwaysOpen: calendar.alwaysOpen, sessions: linesOf(calendar) }),
})

interface Typed {
  symbol?: string
  from?: string
  durations?: { seconds: string; percent: string }[]
  timeZone?: string
  alwaysOpen?: boolean
  sessions?: { days: number[]; open: string; close: string }[]
}

/** The parameters of `products.change` from the form's values. */
export function changeOf(part: ProductPart, typed: Record<string, unknown>) {
  const { symbol, from, durations, timeZone, alwaysOpen = false, sessions = [], ...terms } = typed as Typed
  const hours = sessions.flatMap(({ days, open, close }) => days.map((day) => ({ day, open, close })))
  const isNamed = part === 'added' || part === 'names'
  return {
    ...(symbol && { symbol }),
    from,
    change: {
      part,
      terms: {
        ...(isNamed && { recommended: false }),
        ...terms,
        ...(durations && {
          durations: durations.map(({ seconds, percent }) => ({
            seconds: Number(seconds),
            earningsRateBp: Math.round(Number(percent) * 100),
          })),
        }),
        ...(timeZone && { calendar: { timeZone, alwaysOpen, hours: alwaysOpen ? [] : hours } }),
      },
    },
  }
}
