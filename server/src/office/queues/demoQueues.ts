import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { ProductChangeTerms } from '../../../../contract/productChanges'
import type { Deps } from '../../deps'
import { feeOf } from '../../modules/withdrawals/service'
import { assert, present } from '../../shared/assert'
import { formatMoney, parseMoney } from '../../shared/money'
import { loadSharp } from '../../shared/pictures'
import { unwrap } from '../../shared/result'
import { DAY_MS, HOUR_MS } from '../../shared/time'
import { importStatement } from '../statements/statementService'

const SETTING = 'demo_queues'
const TRADE_PASSWORD = '725916'
const ACCOUNT = { numberKind: 'account', cardNumber: '0012345678', bankCode: 'DEMOSGSG' } as const

/** Invented people: the phone numbers are from the range reserved for fiction, the bank does not exist. */
const PEOPLE = [
  { account: 'demo_lin', name: 'Lin Mei', phone: '2025550143', document: 'K1482093' },
  { account: 'demo_weber', name: 'Jonas Weber', phone: '2025550167', document: 'C01X0006H' },
  { account: 'demo_tran', name: 'Tran Thi Hoa', phone: '2025550189', document: 'B9083317' },
  { account: 'demo_silva', name: 'Ana Silva', phone: '2025550121', document: 'P7730415' },
] as const
type Person = (typeof PEOPLE)[number]

/** An id as a client with a correct clock makes it. */
const idFor = ({ clock }: Pick<Deps, 'clock'>) => v7({ msecs: clock.now() })

async function drawing(title: string, lines: readonly string[]) {
  const sharp = await loadSharp()
  const text = lines.map((line, index) => `<text x="40" y="${170 + index * 60}" font-size="34">${line}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560" font-family="sans-serif" fill="#24344d">
    <rect width="900" height="560" rx="28" fill="#eef3fa"/><rect width="900" height="96" rx="28" fill="#c9d8ec"/>
    <text x="40" y="62" font-size="40">${title}</text>${text}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
}

/** An invented user with a random login password that is shown to nobody. */
async function register({ accounts, content, database }: Deps, person: Person, openingCode: string): Promise<bigint> {
  const { account, phone } = person
  const ticket = unwrap(
    await accounts.checkRegistration({ account, phone, phoneCountry: 'US', openingCode }, '127.0.0.1'),
  )
  const passwords = { loginPassword: randomBytes(18).toString('base64url'), tradePassword: TRADE_PASSWORD }
  const terms = await content.article('document', 'terms', 'en-US')
  const { registrationToken } = ticket
  unwrap(
    await accounts.completeRegistration({
      registrationToken,
      ...passwords,
      ...(terms.ok && { termsVersion: terms.value.updatedAt }),
    }),
  )
  const row = await database.first<{ id: bigint }>('select id from app_user where account = $1', [account])
  return row?.id ?? 0n
}

async function upload(
  { uploads, clock }: Deps,
  user: bigint,
  purpose: 'id_front' | 'id_back' | 'deposit_receipt',
  picture: Buffer,
) {
  const id = idFor({ clock })
  unwrap(await uploads.store(user, { id, purpose }, picture))
  return id
}

async function submit(deps: Deps, user: bigint, { name, document }: Person) {
  const front = await drawing('SPECIMEN PASSPORT', [
    name,
    `No. ${document}`,
    'Born 1 May 1990',
    'Valid until 30 April 2033',
  ])
  const back = await drawing('SPECIMEN', ['This document is of no country.'])
  const [frontPhotoId, backPhotoId] = [
    await upload(deps, user, 'id_front', front),
    await upload(deps, user, 'id_back', back),
  ]
  unwrap(
    await deps.verification.submit(user, { name, nationality: 'SG', idNumber: document, frontPhotoId, backPhotoId }),
  )
}

/** Returns its reference; undefined without a channel of that kind. */
async function deposit(deps: Deps, user: bigint, amount: string, hasReceipt: boolean): Promise<string | undefined> {
  const channel = deps.deposits.channels().items.find(({ kind }) => kind === 'bank')
  if (!channel) return undefined
  const id = idFor(deps)
  const { deposit: made } = unwrap(await deps.deposits.create(user, { id, channel: channel.id, amount }))
  if (!hasReceipt) return made.reference
  const receipt = await drawing('SPECIMEN TRANSFER', [`${amount} ${deps.config.currency.code}`, made.reference])
  unwrap(await deps.deposits.addReceipt(user, id, await upload(deps, user, 'deposit_receipt', receipt)))
  return made.reference
}

/**
 * The bank's lines of today: one payment as announced, one of another amount, one that names no deposit, one to
 * somebody else.
 */
async function importBankStatement(deps: Deps, amount: (whole: bigint) => string, references: readonly string[]) {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
  const lines = [
    [amount(200n), `${references[0] ?? ''} account top-up`, 'Lin Mei'],
    [amount(270n), `${references[1] ?? ''}`, 'Jonas Weber'],
    [amount(60n), 'thank you', 'Ana Silva'],
    [`-${amount(35n)}`, 'bank fees', 'Demo Bank'],
  ]
  const { code } = deps.config.currency
  const text = [
    'date,amount,currency,text,payer',
    ...lines.map(([sum, ...rest]) => [day, sum, code, ...rest].join(',')),
  ]
  const file = Buffer.from(text.join('\n')).toString('base64')
  const imported = await importStatement(deps, 'demo', { name: `demo-bank-${day}.csv`, file })
  assert(imported.ok, 'the statement of the demo can be read')
}

/** A withdrawal by a verified user, with a note by a colleague. */
async function withdraw(deps: Deps, user: bigint, { name }: Person, amount: string) {
  const { database, verification, freezesAndNotes, payoutAccounts, withdrawals, config } = deps
  await database.withTransaction(async (tx) => {
    await verification.markOpened(tx, user)
    const approved = { bornOn: '1990-05-01', validUntil: '2033-04-30' }
    const problem = await verification.decide(tx, user, { approved }, new Date(deps.clock.now()))
    assert(problem === undefined, `the person of the demo is verified, but for ${problem}`)
    await freezesAndNotes.addNote(tx, user, { author: 'demo', text: 'Asked by chat when the money comes.' })
  })
  // A session that does not exist.
  const owner = { id: user, sessionId: idFor(deps) }
  const account = { kind: 'bank_card' as const, accountName: name, nationality: 'SG', bank: 'Demo Bank' }
  const rest = { ...ACCOUNT, accountAddress: '1 Demo Street', tradePassword: TRADE_PASSWORD }
  unwrap(await payoutAccounts.bind(owner, { ...account, ...rest }))
  const { scale } = config.currency
  const fee = formatMoney(feeOf(present(parseMoney(amount, scale), 'an amount'), config.withdrawals), scale)
  unwrap(await withdrawals.create(owner, { id: idFor(deps), amount, fee, tradePassword: TRADE_PASSWORD }))
}

/** Announced changes and an exposure limit, on products that a visitor sees but not on the first ones. */
async function announce({ database, products, clock, config }: Deps) {
  const { durations } = (await products.changes.termsOf('BNBUSDT')) ?? {}
  if (!durations) return
  const inMs = (ms: number) => new Date(clock.now() + Math.max(ms, config.productNoticeMs + HOUR_MS))
  const shorter = durations.durations.map((one) => (one.seconds === 60 ? { ...one, earningsRateBp: 8_000 } : one))
  const longer = { durations: [...shorter, { seconds: 600, earningsRateBp: 9_000 }] }
  const unit = 10n ** BigInt(config.currency.scale)
  await database.withTransaction(async (tx) => {
    const plan = (symbol: string, change: ProductChangeTerms, from: Date) =>
      products.changes.plan(tx, { symbol, change, from, by: 'demo' })
    await plan('BNBUSDT', { part: 'durations', terms: longer }, inMs(20 * HOUR_MS))
    const [begins, ends] = [inMs(3 * DAY_MS), inMs(3 * DAY_MS + 2 * HOUR_MS)]
    await plan('BNBUSDT', { part: 'maintenance', terms: { until: ends.toISOString() } }, begins)
    await products.limitExposure(tx, 'BNBUSDT', { up: 50_000n * unit, down: 40_000n * unit })
  })
}

/** Fills the queues of a demo, once, so that every page of the console has something to show. */
export async function seedDemoQueues(deps: Deps, openingCode: string): Promise<void> {
  if (
    !(await deps.database.some(
      `insert into setting (key, value) values ($1, 'true') on conflict do nothing returning 1`,
      [SETTING],
    ))
  )
    return
  const amount = (whole: bigint) =>
    formatMoney(whole * 10n ** BigInt(deps.config.currency.scale), deps.config.currency.scale)
  const references: string[] = []
  for (const [index, person] of PEOPLE.entries()) {
    const user = await register(deps, person, openingCode)
    await submit(deps, user, person)
    if (index === 0) await withdraw(deps, user, person, amount(120n))
    const reference = await deposit(deps, user, amount(BigInt(200 + 75 * index)), index % 2 === 0)
    if (reference !== undefined) references.push(reference)
  }
  if (references.length > 0) await importBankStatement(deps, amount, references)
  await announce(deps)
}
