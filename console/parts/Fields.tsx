import { Form, Input, Select } from 'antd'
import type { ReasonKind } from '../../contract/operatorReasons'
import { t } from '../texts'
import { useReasons } from './reasons'

/** Rules of a field that needs at least a few letters. */
export const written = () => [{ required: true, min: 2, message: t('form/short') }]

/** Why something is not approved: one of a list, which the user reads in their language, and a note. */
export function RejectionFields({ what }: { what: ReasonKind }) {
  const { items, label } = useReasons()
  const options = items
    .filter((reason) => reason.what === what && reason.offered)
    .map((reason) => ({ value: reason.key, label: label(reason) }))
  return (
    <>
      <Form.Item name="told" label={t('field/told')} rules={[{ required: true, message: t('form/missing') }]}>
        <Select options={options} />
      </Form.Item>
      <Form.Item name="note" label={t('field/note')}>
        <Input maxLength={200} />
      </Form.Item>
    </>
  )
}

/** Six digits of the authenticator app. */
export function CodeField() {
  return (
    <Form.Item name="code" label={t('code')} rules={[{ required: true, pattern: /^\d{6}$/, message: t('form/code') }]}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
    </Form.Item>
  )
}
