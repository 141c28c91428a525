import { Button, Form, Input, type InputProps, Space, Typography } from 'antd'
import { useState } from 'react'
import { readScaled } from '../../contract/readScaled'
import { grouped, t } from '../texts'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  value?: string | null
  onChange?(value: string): void
  decimals: number
  unit: string
}

/**
 * Its value is a decimal string if the text can be read for certain, else the text, which the rule of the field
 * refuses. The text stays as typed; below it is its meaning, or both if it has two, to choose from.
 */
function NumberInput({ value, onChange, decimals, unit, ...input }: NumberInputProps) {
  const [typed, setTyped] = useState({ text: '', value: '' })
  const now = value ?? ''
  const text = typed.value === now ? typed.text : now
  const reading = readScaled(text, decimals)
  const enter = (next: string) => {
    const read = readScaled(next, decimals)
    const entered = read.kind === 'number' ? read.value : next
    setTyped({ text: next, value: entered })
    onChange?.(entered)
  }
  return (
    <>
      <Input {...input} inputMode="decimal" value={text} suffix={unit} onChange={({ target }) => enter(target.value)} />
      {reading.kind === 'number' && reading.value !== text && (
        <Typography.Text type="secondary">{`${grouped(reading.value)} ${unit}`}</Typography.Text>
      )}
      {reading.kind === 'ambiguous' && (
        <Space>
          {reading.readings.map((each) => (
            <Button key={each} size="small" onClick={() => enter(each)}>
              {`${grouped(each)} ${unit}`}
            </Button>
          ))}
        </Space>
      )}
    </>
  )
}

interface NumberFieldProps {
  name: string | (string | number)[]
  label: string
  /** 2 by default. */
  decimals?: number
  unit?: string
  optional?: boolean
  range?: readonly [min: number, max: number]
  example?: string
  /** In a row of fields, the label is for assistive technology. */
  inRow?: boolean
}

/** A field for a number, read by the one rule of numbers (PRODUCT.md 4.11); its value is a decimal string. */
export function NumberField({ name, label, decimals = 2, unit = '', ...rest }: NumberFieldProps) {
  const { optional = false, range: [min, max] = [0, 1e12], example = '5000.00', inRow = false } = rest
  const problemOf = (value: string): string | undefined => {
    const reading = readScaled(value, decimals)
    if (reading.kind === 'ambiguous') return t('form/twoReadings')
    if (reading.kind === 'invalid' || reading.value.startsWith('-')) return t('form/number', { example })
    return Number(reading.value) < min || Number(reading.value) > max ? t('form/range', { min, max }) : undefined
  }
  const rule = {
    async validator(_: unknown, value: string | null | undefined) {
      if (!value && !optional) throw new Error(t('form/missing'))
      const problem = value ? problemOf(value) : undefined
      if (problem) throw new Error(problem)
    },
  }
  return (
    <Form.Item name={name} label={inRow ? undefined : label} rules={[rule]}>
      <NumberInput decimals={decimals} unit={unit} {...(inRow && { 'aria-label': label })} />
    </Form.Item>
  )
}
