import { formOf } from '../../../test/client/forms'
import type { FormRules } from './createForm'

interface Values {
  name: string
  again: string
}

const RULES: FormRules<Values> = {
  validate: ({ name }) => ({ name: name === '' ? 'common.emptyValue' : undefined }),
  fieldOfCode: { account_taken: 'name' },
  linked: { name: ['again'] },
}
const filled = () => formOf(RULES, { name: 'lin', again: 'lin' })

test('what is being sent is not sent again, and the second of two quick taps sees the first', async () => {
  const form = filled()
  let answer = () => {}
  const send = jest.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  const first = form.submit(send)
  void form.submit(send)
  expect([send.mock.calls.length, form.state().sending, form.check()]).toEqual([1, true, undefined])
  answer()
  await first
  expect(form.state().sending).toBe(false)
  await form.submit(async (values) => expect(values).toEqual({ name: 'lin', again: 'lin' }))
})

test('a form that breaks while it is sent can be sent again', async () => {
  const form = filled()
  await expect(form.submit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(form.state().sending).toBe(false)
})

test('a wrong value takes the cursor and is said until it changes; leaving a field as it is takes nothing away', () => {
  const form = formOf(RULES, { name: '', again: '' })
  expect(form.check()).toBeUndefined()
  const said = { errors: { name: 'common.emptyValue' }, focus: 'name' }
  expect(form.state()).toMatchObject(said)
  form.change({ name: '' })
  expect(form.state()).toMatchObject(said)
  form.change({ name: 'l' })
  expect([form.state().errors, form.state().focus]).toEqual([{}, undefined])
})

test('a refusal stands at its field, and goes when the field or one that it depends on changes', () => {
  const form = formOf<Values>({ ...RULES, fieldOfCode: { account_taken: 'again' } }, { name: 'lin', again: 'lin' })
  expect(form.refuse({ code: 'account_taken', details: {} })).toBe(true)
  expect(form.state()).toMatchObject({ errors: { again: 'errors.account_taken' }, focus: 'again' })
  form.change({ name: 'li' })
  expect(form.state().errors).toEqual({})
})

test('a refusal that belongs to no field is said in the form until something changes', () => {
  const form = filled()
  expect(form.refuse({ code: 'network', details: {} })).toBe(false)
  expect(form.state().failure?.code).toBe('network')
  form.change({ again: '' })
  expect(form.state().failure).toBeUndefined()
})

test('a slow-down refuses tries until it is over', () => {
  jest.useFakeTimers({ now: 1_000_000 })
  const form = filled()
  form.refuse({ code: 'rate_limited', details: { retryAfterSeconds: 8 } })
  expect(form.state()).toMatchObject({ retryAtMs: 1_008_000, failure: undefined })
  jest.setSystemTime(1_007_999)
  expect(form.check()).toBeUndefined()
  jest.setSystemTime(1_008_000)
  expect(form.check()).toEqual({ name: 'lin', again: 'lin' })
  expect(form.state().retryAtMs).toBeUndefined()
})

afterEach(() => jest.useRealTimers())

test('a form that is done begins again', () => {
  const form = filled()
  form.change({ name: '' })
  form.check()
  form.reset()
  expect(form.state()).toMatchObject({ values: { name: 'lin' }, errors: {}, focus: undefined })
})
