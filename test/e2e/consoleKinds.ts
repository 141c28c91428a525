import { LOCALES } from '../../contract/locales'
import { act, ask } from './consoleRequests'
import { type ConsoleUser, registerUser } from './consoleUser'
import type { Desk } from './desk'
import type { Office } from './office'
import { opsIn } from './operator'

/** Something of each kind that staff work on, in each state that opens other things in the console. */

/** Actions of the first administrator alone in that house. */
export const ALONE = [
  'verifications.approve',
  'deposits.reject',
  'withdrawals.pick-up:1000.00',
  'withdrawals.reject',
  'users.freeze',
  'deposits.approve:1000.00',
  'statement-lines.set-aside',
  'reasons.write',
].join(',')

/** By the texts of their rows. */
export interface Kinds {
  account: string
  verification: { mine: string; proposed: string }
  deposit: { waiting: string; failed: string; paid: string }
  withdrawal: { claimed: string; pickedUp: string; failed: string }
  statement: string
  staff: { linked: string; unlinked: string }
  /** A person who has proposed something on the command line. */
  typist: string
}

interface Listed {
  items: { key: string; account: string; id: string; text: string }[]
}

export async function claims(desk: Desk, queue: string, key: string) {
  await ask(desk, 'POST', `/queues/${queue}/${key}/claim`)
  await ask(desk, 'POST', `/${queue}/${key}/open`)
}

/** One that somebody works on and one that is proposed; and the user is verified. */
async function verifications(admin: Desk, colleague: Desk, user: ConsoleUser): Promise<Kinds['verification']> {
  await user.submitIdentity()
  const { items } = await ask<Listed>(admin, 'GET', '/verifications')
  const [mine, proposed] = items.filter(({ account }) => account !== user.account)
  const own = items.find(({ account }) => account === user.account)
  if (!mine || !proposed || !own) throw new Error('the queues of the demo are empty')
  await claims(admin, 'verifications', own.key)
  for (const side of ['front', 'back']) await ask(admin, 'GET', `/verifications/${own.key}/photos/${side}`)
  await act(admin, 'verifications.approve', { user: own.key })
  await claims(admin, 'verifications', mine.key)
  await claims(colleague, 'verifications', proposed.key)
  for (const side of ['front', 'back']) await ask(colleague, 'GET', `/verifications/${proposed.key}/photos/${side}`)
  await act(colleague, 'verifications.reject', { user: proposed.key, told: 'photo_unclear' })
  return { mine: mine.account, proposed: proposed.account }
}

async function deposits(admin: Desk, user: ConsoleUser): Promise<Kinds['deposit']> {
  const made: string[] = []
  for (const amount of ['31.00', '32.00', '33.00']) {
    const { reference } = await user.deposit(amount)
    await claims(admin, 'deposits', reference)
    made.push(reference)
  }
  const [waiting = '', failed = '', paid = ''] = made
  await act(admin, 'deposits.reject', { reference: failed, told: 'payment_not_found' })
  await act(admin, 'deposits.approve', { reference: paid, amount: '33.00', late: false })
  return { waiting, failed, paid }
}

async function withdrawals(admin: Desk, user: ConsoleUser): Promise<Kinds['withdrawal']> {
  await user.bind()
  const made: string[] = []
  for (const amount of ['41.00', '42.00', '43.00']) {
    const { reference } = await user.withdraw(amount, '1.04')
    await claims(admin, 'withdrawals', reference)
    made.push(reference)
  }
  const [claimed = '', pickedUp = '', failed = ''] = made
  await act(admin, 'withdrawals.pick-up', { reference: pickedUp, amount: '42.00' })
  await act(admin, 'withdrawals.reject', { reference: failed, told: 'security_check' })
  return { claimed, pickedUp, failed }
}

/** A line that pays a deposit, one that pays none, and one that was put aside. */
async function statement(admin: Desk, user: ConsoleUser): Promise<string> {
  const { reference } = await user.deposit('34.00')
  const day = new Date().toISOString().slice(0, 10)
  const lines = [
    `${day},34.00,USD,${reference},A PAYER`,
    `${day},5.00,USD,for me,A STRANGER`,
    `${day},6.00,USD,x,ASIDE`,
  ]
  const file = Buffer.from(['date,amount,currency,text,payer', ...lines].join('\n')).toString('base64')
  const { items: imported } = await ask<Listed>(admin, 'POST', '/statements', { name: 'walk.csv', file })
  const { items } = await ask<Listed>(admin, 'GET', `/statements/${imported[0]?.id}/lines`)
  const aside = items.find(({ text }) => text.includes('ASIDE'))
  await act(admin, 'statement-lines.set-aside', { line: aside?.id })
  return 'walk.csv'
}

export async function makeKinds({ admin, server, joins }: Office): Promise<Kinds> {
  const bea = await joins('bea', ['verifier', 'support'])
  await joins('lina', ['support'])
  const user = await registerUser('walk', server)
  const verification = await verifications(admin, bea, user)
  const [deposit, withdrawal] = [await deposits(admin, user), await withdrawals(admin, user)]
  const texts = LOCALES.map((locale) => ({ locale, text: `Bring it to us (${locale}).` }))
  await act(admin, 'reasons.write', { what: 'verification', code: 'photo_unclear', texts, offered: true })
  await act(admin, 'staff.link', { login: 'lina', subject: 'lina@example.com' })
  const found = await ask<Listed>(admin, 'GET', `/users?text=${user.account}`)
  const id = found.items[0]?.id
  await act(admin, 'users.freeze', { user: id, kind: 'orders', told: 'own_wish' })
  for (const end of ['agree', 'refuse']) {
    const { proposal } = await act(bea, 'payout-accounts.reopen', { user: id })
    await ask(admin, 'POST', `/proposals/${proposal}/${end}`, ...(end === 'refuse' ? [{ reason: 'not needed' }] : []))
  }
  const authority = ['--actor', 'otto', '--reason', 'typed']
  await opsIn(server.dataDir, 'act', 'reset-codes.issue', '--user', user.account, '--kind', 'login', ...authority)
  return {
    account: user.account,
    verification,
    deposit,
    withdrawal,
    statement: await statement(admin, user),
    staff: { linked: 'lina', unlinked: 'bea' },
    typist: 'otto',
  }
}
