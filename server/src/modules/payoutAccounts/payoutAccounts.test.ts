import type { PayoutAccountState } from '../../../../contract/payoutAccount'
import { CARD_NUMBER, REAL_NAME } from '../../../test/personal'
import { createWallet, MASKED_CARD, walletConfig } from '../../../test/wallet'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { DAY_MS } from '../../shared/time'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ADDRESS = {
  kind: 'currency_address',
  chain: 'TRON',
  currencyAddress: TRON,
  bank: undefined,
  cardNumber: undefined,
  accountAddress: undefined,
}

withWallet({ ready: false })

const state = async (owner = user) => (await wallet.call(owner, 'GET', '/payout-account')).json<PayoutAccountState>()
const reopen = () => wallet.database.withTransaction((tx) => wallet.deps.payoutAccounts.reopen(tx, user.id))
const eventsOf = async () => (await wallet.messagesOf(user)).map((message) => message.facts.event)

test('a bank card is bound once, shown masked, and told to its user', async () => {
  expect(await state()).toEqual({ account: null, changeOpen: false, payeeDiffers: false, payeeReview: null })
  const answer = await wallet.bind(user, { cardNumber: '6222 0212 3456 7890 128', accountAddress: ' Main Street 1 ' })
  const expected = {
    account: {
      kind: 'bank_card',
      accountName: REAL_NAME,
      nationality: 'CN',
      bank: 'Test Bank',
      chain: null,
      numberKind: 'card',
      masked: MASKED_CARD,
      bankCode: null,
      accountAddress: 'Main Street 1',
      boundAt: new Date(wallet.clock.now()).toISOString(),
      payableFrom: null,
    },
    changeOpen: false,
    payeeDiffers: false,
    payeeReview: null,
  }
  expect([answer.statusCode, answer.json()]).toEqual([200, expected])
  expect(await state()).toEqual(expected)
  expect(answer.body).not.toContain(CARD_NUMBER)
  expect(await eventsOf()).toEqual(['payout_account_bound'])
})

const IBAN = { numberKind: 'iban', cardNumber: 'de89 3704 0044 0532 0130 00', nationality: 'DE' }
const ACCOUNT = { numberKind: 'account', cardNumber: '012-345 678', bankCode: 'dbss sgsg', nationality: 'SG' }

test.each([
  [IBAN, { numberKind: 'iban', masked: 'DE** **** **** 3000', bankCode: null }, 'DE89370400440532013000'],
  [ACCOUNT, { numberKind: 'account', masked: '**** 5678', bankCode: 'DBSSSGSG' }, '012345678'],
])('%j is bound as its bank writes it, sealed, and shown to who pays', async (changes, shown, number) => {
  const answer = await wallet.bind(user, changes)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { account: { kind: 'bank_card', ...shown } }])
  expect(await state()).toMatchObject({ account: shown })
  expect((await wallet.bind(user, changes)).statusCode).toBe(200)
  const row = await wallet.deps.payoutAccounts.find(wallet.database, user.id)
  const { numberKind, bankCode } = shown
  expect(row && wallet.deps.payoutAccounts.payeeOf(row)).toMatchObject({ number, numberKind, bankCode })
  expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? '' : value))).not.toContain(number)
})

test('a code beside a number that needs none is not kept', async () => {
  await wallet.bind(user, { ...IBAN, bankCode: 'DEUTDEFF' })
  expect(await state()).toMatchObject({ account: { numberKind: 'iban', bankCode: null } })
})

test('an account that was sealed before kinds were kept has a card number', async () => {
  await wallet.bind(user)
  const old = { accountName: REAL_NAME, number: CARD_NUMBER, accountAddress: 'Main Street 1' }
  const sealed = wallet.deps.sealer.seal(JSON.stringify(old), `payout account ${user.id}`)
  await wallet.database.query('update payout_account set sealed = $2 where user_id = $1', [user.id, sealed])
  expect(await state()).toMatchObject({ account: { numberKind: 'card', bankCode: null } })
})

test('a currency address is bound in the form of its chain', async () => {
  const answer = await wallet.bind(user, ADDRESS)
  expect(answer.json()).toMatchObject({
    account: { kind: 'currency_address', chain: 'TRON', masked: 'TR7NHq****gjLj6t', accountAddress: null },
  })
  const again = await wallet.bind(user, { ...ADDRESS, currencyAddress: `tron:${TRON}?amount=1`, accountAddress: 'x' })
  expect(again.body).toBe(answer.body)
})

test('characters that nobody sees are not kept', async () => {
  const answer = await wallet.bind(user, { bank: 'Te\u200bst\u00a0\u202eBank\u202c\u001b' })
  expect(answer.json()).toMatchObject({ account: { bank: 'Test Bank' } })
})

test('nothing of it lies in the clear in the database', async () => {
  await wallet.bind(user, { accountAddress: 'Main Street 1' })
  const row = await wallet.database.first<{ text: string }>(
    'select payout_account::text as text from payout_account where user_id = $1',
    [user.id],
  )
  for (const secret of [CARD_NUMBER, REAL_NAME, 'Main Street']) expect(row?.text).not.toContain(secret)
})

test.each([
  ['payout_account_incomplete', { bank: undefined }],
  ['payout_account_incomplete', { accountAddress: '  ' }],
  ['payout_account_incomplete', { accountAddress: undefined }],
  ['payout_account_incomplete', { cardNumber: undefined }],
  ['payout_account_incomplete', { cardNumber: '  ' }],
  ['payout_account_incomplete', { accountName: ' ' }],
  ['payout_account_incomplete', { ...ADDRESS, chain: undefined }],
  ['payout_account_incomplete', { ...ADDRESS, currencyAddress: undefined }],
  ['card_number_invalid', { cardNumber: '6222021234567890129' }],
  ['card_number_invalid', { cardNumber: 'four-one-one-one' }],
  ['iban_invalid', { ...IBAN, cardNumber: 'DE89370400440532013001' }],
  ['iban_invalid', { numberKind: 'iban' }],
  ['card_number_invalid', { ...IBAN, numberKind: 'card' }],
  ['payout_account_incomplete', { ...ACCOUNT, bankCode: undefined }],
  ['payout_account_incomplete', { ...ACCOUNT, bankCode: ' ' }],
  ['account_number_invalid', { ...ACCOUNT, cardNumber: '1234' }],
  ['bank_code_invalid', { ...ACCOUNT, bankCode: '12' }],
  ['invalid_request', { ...ACCOUNT, numberKind: 'sort_code' }],
  ['currency_address_invalid', { ...ADDRESS, chain: 'BTC' }],
  ['currency_address_invalid', { ...ADDRESS, currencyAddress: `${TRON}x` }],
  ['nationality_invalid', { nationality: 'XX' }],
  ['invalid_request', { nationality: 'China' }],
  ['invalid_request', { kind: 'cash' }],
  ['trade_password_wrong', { tradePassword: '000000' }],
])('%s for %j', async (code, changes) => {
  expect((await wallet.bind(user, changes)).json()).toMatchObject({ code })
  expect(await state()).toEqual({ account: null, changeOpen: false, payeeDiffers: false, payeeReview: null })
})

test('what is wrong with the account is said before the trade password is looked at', async () => {
  for (let index = 0; index < 6; index++) {
    const answer = await wallet.bind(user, { cardNumber: '1', tradePassword: '000000' })
    expect(answer.json()).toMatchObject({ code: 'card_number_invalid' })
  }
})

test('a bound account stays: payout_account_bound, also for the same card at another bank', async () => {
  await wallet.bind(user)
  expect((await wallet.bind(user, { bank: 'Other Bank' })).json()).toMatchObject({ code: 'payout_account_bound' })
  expect((await wallet.bind(user, ADDRESS)).json()).toMatchObject({ code: 'payout_account_bound' })
  expect((await state()).account).toMatchObject({ bank: 'Test Bank', masked: MASKED_CARD })
})

test('the same, sent again after a lost answer, is the same answer and no second message', async () => {
  const first = await wallet.bind(user)
  const again = await wallet.bind(user)
  expect([again.statusCode, again.body]).toEqual([200, first.body])
  expect(await eventsOf()).toEqual(['payout_account_bound'])
})

test('of two devices that bind at once one wins, and the other hears that it is bound', async () => {
  const answers = await Promise.all([wallet.bind(user), wallet.bind(user, ADDRESS)])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  const loser = answers.find((answer) => answer.statusCode === 409)
  expect(loser?.json()).toMatchObject({ code: 'payout_account_bound' })
})

test('the operator opens it for one change', async () => {
  expect(await reopen()).toBeUndefined()
  await wallet.bind(user)
  expect(await reopen()).toMatchObject({ changeOpen: true })
  expect(await state()).toMatchObject({ account: { masked: MASKED_CARD }, changeOpen: true })
  await wallet.clock.advance(60_000)
  expect((await wallet.bind(user, ADDRESS)).json()).toMatchObject({
    account: { kind: 'currency_address', bank: null, boundAt: new Date(wallet.clock.now()).toISOString() },
    changeOpen: false,
    payeeDiffers: false,
  })
  expect((await wallet.bind(user)).json()).toMatchObject({ code: 'payout_account_bound' })
  expect(await eventsOf()).toEqual(['payout_account_bound', 'payout_account_changed'])
})

test('one account of a user says nothing about another user', async () => {
  await wallet.bind(user)
  const other = await wallet.registerUser()
  expect(await state(other)).toEqual({ account: null, changeOpen: false, payeeDiffers: false, payeeReview: null })
  expect((await wallet.bind(other, { bank: 'Other Bank' })).statusCode).toBe(200)
  expect((await state()).account).toMatchObject({ bank: 'Test Bank' })
})

test('a sealed account that was moved to another user does not open', async () => {
  await wallet.bind(user)
  const other = await wallet.registerUser()
  await wallet.bind(other, ADDRESS)
  const moved = `update payout_account set sealed = (select sealed from payout_account where user_id = $2) where user_id = $1`
  await wallet.database.query(moved, [other.id, user.id])
  expect((await wallet.call(other, 'GET', '/payout-account')).statusCode).toBe(500)
})

test('a bound account earns its part of the credit score', async () => {
  const score = async () =>
    (await wallet.call(user, 'GET', '/me')).json<{ creditScore: number; creditParts: object[] }>()
  expect(await score()).toMatchObject({ creditScore: 60 })
  await wallet.bind(user)
  const { creditScore, creditParts } = await score()
  expect(creditScore).toBe(70)
  expect(creditParts).toContainEqual({ kind: 'payout_account', points: 10, earned: true })
})

test('with live funds it rests for 24 hours, and says until when', async () => {
  const live = await createWallet({
    config: { ...walletConfig(), payoutAccounts: { restMs: DAY_MS } },
  })
  const owner = await live.registerReady()
  const payableFrom = new Date(live.clock.now() + DAY_MS).toISOString()
  const show = async () => (await live.call(owner, 'GET', '/payout-account')).json<PayoutAccountState>()
  expect((await show()).account?.payableFrom).toBe(payableFrom)
  const refused = await live.withdraw(owner)
  expect(refused.json()).toMatchObject({ code: 'payout_account_fresh', details: { payableFrom } })
  expect((await live.call(owner, 'GET', '/withdrawal-terms')).json()).toMatchObject({ payableFrom })
  await live.clock.advance(DAY_MS)
  expect((await show()).account?.payableFrom).toBeNull()
  expect((await live.withdraw(owner)).statusCode).toBe(201)
  await live.close()
})

test('a verified user binds an account in their own name only, as a bank may write it', async () => {
  await wallet.verify(user)
  const refused = await wallet.bind(user, { accountName: '王小红' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payee_differs'])
  expect((await wallet.bind(user, { accountName: '王　小明' })).statusCode).toBe(200)
  expect(await state()).toMatchObject({ changeOpen: false, payeeDiffers: false })
})

test('an account that was bound before in another name is paid nothing, and can be changed', async () => {
  await wallet.bind(user, { accountName: 'Somebody Else Entirely' })
  expect(await state()).toMatchObject({ changeOpen: false, payeeDiffers: false })
  await wallet.verify(user)
  expect(await state()).toMatchObject({ changeOpen: true, payeeDiffers: true })
  expect((await wallet.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({ payeeDiffers: true })
  expect((await wallet.withdraw(user)).json()).toMatchObject({ code: 'payee_differs' })
  expect((await wallet.bind(user)).statusCode).toBe(200)
  expect(await state()).toMatchObject({
    account: { accountName: REAL_NAME },
    changeOpen: false,
    payeeDiffers: false,
    payeeReview: null,
  })
  expect((await wallet.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({ payeeDiffers: false })
})

const KANA = { accountName: 'タカハシ タロウ', nameOfBank: true }
const decideName = async (refusedFor: string | null, askedAt = new Date(wallet.clock.now())) =>
  wallet.database.withTransaction((tx) => wallet.deps.payoutAccounts.decideName(tx, user.id, { refusedFor, askedAt }))
const terms = async () => (await wallet.call(user, 'GET', '/withdrawal-terms')).json()

test('a name as the bank has it waits for two people, is paid nothing until then, and counts once they accept it', async () => {
  await wallet.verify(user)
  expect((await wallet.bind(user, { ...KANA, nameOfBank: false })).json().code).toBe('payee_differs')
  const bound = await wallet.bind(user, KANA)
  const dueAt = new Date(wallet.clock.now() + DAY_MS).toISOString()
  const waiting = { status: 'waiting', dueAt, reason: null }
  expect(bound.json()).toMatchObject({ payeeDiffers: true, payeeReview: waiting })
  expect((await wallet.bind(user, KANA)).body).toBe(bound.body)
  expect(await eventsOf()).toEqual(['payout_account_bound'])
  expect(await terms()).toMatchObject({ payeeDiffers: true, payeeReview: waiting })
  expect((await wallet.withdraw(user)).json()).toMatchObject({ code: 'payee_differs' })
  const [name] = await wallet.deps.payoutAccounts.waitingNames(5)
  expect(name).toMatchObject({ userId: user.id, verifiedName: REAL_NAME, accountName: KANA.accountName })
  expect(await wallet.deps.payoutAccounts.isVerifiedName(user.id, KANA.accountName)).toBe(false)
  expect(await decideName(null)).toBeUndefined()
  expect(await decideName(null)).toBe('decided')
  expect(await state()).toMatchObject({ changeOpen: false, payeeDiffers: false, payeeReview: null })
  expect(await terms()).toMatchObject({ payeeDiffers: false, payeeReview: null })
  expect(await wallet.deps.payoutAccounts.isVerifiedName(user.id, KANA.accountName)).toBe(true)
  expect(await wallet.deps.payoutAccounts.isVerifiedName(user.id, 'スズキ タロウ')).toBe(false)
  expect(await wallet.deps.payoutAccounts.waitingNames(5)).toEqual([])
  expect(await eventsOf()).toEqual(['payout_account_bound', 'payee_name_accepted'])
})

test('a name that two people refuse is paid nothing, says why, and makes room for another account', async () => {
  await wallet.verify(user)
  await wallet.bind(user, KANA)
  expect(await decideName('account_holder_differs')).toBeUndefined()
  const refused = { status: 'refused', dueAt: null, reason: 'account_holder_differs' }
  expect(await state()).toMatchObject({ changeOpen: true, payeeDiffers: true, payeeReview: refused })
  expect((await wallet.withdraw(user)).json()).toMatchObject({ code: 'payee_differs' })
  const messages = await wallet.messagesOf(user)
  expect(messages.map(({ facts }) => facts)).toContainEqual({
    event: 'payee_name_refused',
    reason: 'account_holder_differs',
  })
  expect((await wallet.bind(user)).json()).toMatchObject({ payeeDiffers: false, payeeReview: null, changeOpen: false })
})

test('a decision counts for the name that was seen: not for a later account, and not for a later document', async () => {
  await wallet.verify(user)
  await wallet.bind(user, KANA)
  const seen = new Date(wallet.clock.now())
  await wallet.clock.advance(60_000)
  await wallet.bind(user, { ...KANA, accountName: 'スズキ タロウ' })
  expect(await decideName(null, seen)).toBe('asked_since')
  expect(await decideName(null)).toBeUndefined()
  expect(await state()).toMatchObject({ payeeDiffers: false })
  const later = new Date(wallet.clock.now() + 60_000)
  await wallet.database.query('update verification set decided_at = $2 where user_id = $1', [user.id, later])
  expect(await state()).toMatchObject({ payeeDiffers: true, changeOpen: true, payeeReview: null })
})

test('an account of a blocked country is not bound, by its nationality or its IBAN', async () => {
  const blocked = await createWallet({ config: { ...walletConfig(), blockedCountries: ['KP'] } })
  const answer = await blocked.bind(await blocked.registerUser(), { nationality: 'KP' })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'country_blocked'])
  const german = await createWallet({ config: { ...walletConfig(), blockedCountries: ['DE'] } })
  const refused = await german.bind(await german.registerUser(), { ...IBAN, nationality: 'FR' })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'country_blocked'])
  await german.close()
  await blocked.close()
})
