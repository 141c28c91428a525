import { UiStore } from './UiStore'

const question = { title: 'Log out?', confirmLabel: 'Yes', cancelLabel: 'No' }

test('toasts are few, and the same words stand once', () => {
  const ui = new UiStore()
  for (const text of ['a', 'b', 'b', 'c', 'd']) ui.toast(text)
  expect(ui.toasts.map((toast) => toast.text)).toEqual(['b', 'c', 'd'])
  ui.dismissToast(ui.toasts[0]?.id ?? 0)
  expect(ui.toasts.map((toast) => toast.text)).toEqual(['c', 'd'])
})

test('a question is answered once', async () => {
  const ui = new UiStore()
  const answer = ui.confirm(question)
  expect(ui.confirmation).toEqual(question)
  ui.settle(true)
  ui.settle(false)
  expect(await answer).toBe(true)
  expect(ui.confirmation).toBeUndefined()
})

test('a second question answers the first with no', async () => {
  const ui = new UiStore()
  const first = ui.confirm(question)
  const second = ui.confirm({ ...question, title: 'Clear?' })
  ui.settle(true)
  expect(await Promise.all([first, second])).toEqual([false, true])
})
