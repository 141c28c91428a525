import type { AccountLimits } from '../../contract/accountLimits'
import { joinIn, newAccount } from './account'
import { PHONE } from './browser'
import { beginning, containing, textsOf } from './texts'
import { OPENING_CODE, visitors } from './visitors'

const arrive = visitors()

test('limits set in the app are those that the server holds; a break closes trading and says until when', async () => {
  const t = textsOf('de-DE')
  const { actor, complaints, close } = await arrive({ ...PHONE, locale: 'de-DE' })
  const user = newAccount()
  await joinIn(actor, t, user, OPENING_CODE)

  await actor.open('/pages/set/set')
  await actor.presses(t('title.limits'))
  await actor.arrivesAt('/pages/limits/limits')
  await actor.presses(containing(t('limits.kind.loss_day')))
  // A German comma, and nothing is lost if the value is unclear.
  await actor.fills(t('limits.value'), '50,505')
  await actor.presses(beginning(t('limits.save')))
  await actor.sees(t('common.twoReadings'))
  await actor.fills(t('limits.value'), '50,5')
  await actor.presses(beginning(t('limits.save')))
  await actor.sees(t('limits.saved'))
  await actor.presses(containing(t('limits.kind.loss_day')))
  await actor.fills(t('limits.value'), '500')
  await actor.presses(beginning(t('limits.save')))
  await actor.sees(t('limits.requested'))
  const { limits } = await actor.asks<AccountLimits>('/account-limits')
  expect(limits).toEqual([
    expect.objectContaining({ kind: 'loss_day', value: '50.50', raise: expect.objectContaining({ value: '500.00' }) }),
  ])

  await actor.sees(t('limits.help.text'))
  await actor.presses(t('limits.break.date'))
  await actor.presses(t('limits.break.monthAfter'))
  await actor.presses(/^15\.\d\d\.\d{4}$/)
  await actor.sees(beginning(t('limits.break.beginUntil', { day: '15' })))
  await actor.presses(t('common.close'))

  await actor.presses(t('limits.break.day'))
  await actor.sees(t('limits.break.confirmTitle'))
  await actor.presses(t('limits.break.begin'))
  await actor.sees(t('limits.break.begun'))
  await actor.sees(containing(t('limits.break.until', { time: '' }).trim()))
  await actor.open('/pages/deposit/deposit')
  await actor.fills(t('wallet.amount'), '100')
  await actor.presses(containing(t('wallet.channel.demo')), 'radio')
  await actor.presses(new RegExp(`^${t('wallet.deposit.confirm')} · `))
  await actor.sees(t('errors.on_break'))
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  await close()
})
