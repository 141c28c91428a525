import type { Deposit } from '../../contract/deposits'
import type { Withdrawal } from '../../contract/withdrawals'
import { newId } from './ids'
import { CARD_NUMBER, LOGIN_PASSWORD, REAL_NAME } from './personal'
import { signedNotice } from './wallet'
import { user, wallet, withWallet } from './walletOfFile'

withWallet()

const remove = () => wallet.call(user, 'POST', '/me/deletion', { loginPassword: LOGIN_PASSWORD })

async function pay(): Promise<Withdrawal> {
  const withdrawal = (await wallet.withdraw(user)).json<Withdrawal>()
  const { withdrawals } = wallet.deps
  await wallet.database.withTransaction((tx) => withdrawals.pickUp(tx, withdrawal.reference, 'ada'))
  await wallet.database.withTransaction((tx) =>
    withdrawals.approve(tx, withdrawal.reference, { amount: 10_000n, payoutReference: 'X-1' }),
  )
  return withdrawal
}

test('an export holds the whole payout account and every deposit and withdrawal', async () => {
  const deposit = (await wallet.deposit(user)).json<Deposit>()
  const withdrawal = await pay()
  const answer = await wallet.call(user, 'POST', '/me/export', { loginPassword: LOGIN_PASSWORD })
  expect(answer.json()).toMatchObject({
    sections: {
      payoutAccount: { number: CARD_NUMBER, accountName: REAL_NAME, bank: 'Test Bank' },
      deposits: { rows: [{ reference: deposit.reference }], truncated: false },
      withdrawals: { rows: [{ reference: withdrawal.reference, status: 'successful' }], truncated: false },
    },
  })
})

test('what is under review stands against a deletion', async () => {
  const deposit = (await wallet.deposit(user)).json<Deposit>()
  const withdrawal = (await wallet.withdraw(user)).json<Withdrawal>()
  const refused = await remove()
  expect(refused.json()).toMatchObject({ code: 'deletion_blocked' })
  expect(new Set(refused.json<{ details: { blockers: string[] } }>().details.blockers)).toEqual(
    new Set(['deposits', 'withdrawals']),
  )
  await wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`)
  await wallet.call(user, 'POST', `/withdrawals/${withdrawal.id}/cancel`)
  expect((await remove()).statusCode).toBe(204)
})

test('after a deletion nothing says who was paid or where, and the books still add up', async () => {
  const { reference } = await pay()
  expect((await remove()).statusCode).toBe(204)
  const rows = await wallet.database.query<{ text: string }>(
    `select coalesce(string_agg(withdrawal::text, ''), '')
              || coalesce((select string_agg(payout_account::text, '') from payout_account where user_id = $1), '') as text
         from withdrawal where user_id = $1`,
    [user.id],
  )
  expect(rows[0]?.text).toContain(reference)
  expect(rows[0]?.text).not.toMatch(/Test Bank|\*\*\*\*|v1\./)
  const row = await wallet.deps.withdrawals.find(reference)
  expect(row && wallet.deps.withdrawals.payeeOf(row)).toBeUndefined()
})

test('money that a service reports for somebody who was deleted is not credited to nobody', async () => {
  const deposit = (await wallet.deposit(user, { channel: 'cardpay' })).json<Deposit>()
  await wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`)
  await remove()
  const notice = {
    noticeId: newId(),
    reference: deposit.reference,
    status: 'paid' as const,
    amount: '100.00',
    currency: 'USD',
  }
  const signed = signedNotice(notice, wallet.clock.now())
  const answer = await wallet.inject({ method: 'POST', url: '/api/deposit-notices/cardpay', ...signed })
  expect(answer.json()).toMatchObject({ code: 'deposit_decided' })
  const claim = { amount: 10_000n, late: true }
  const approved = await wallet.database.withTransaction((tx) =>
    wallet.deps.deposits.approve(tx, deposit.reference, claim),
  )
  expect(approved).toEqual({ ok: false, error: { code: 'user_deleted' } })
})
