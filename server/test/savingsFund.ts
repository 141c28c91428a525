import type { Savings } from '../../contract/savings'
import { savingsDay } from '../../contract/savingsDates'
import type { Config } from '../src/config'
import { setIncome } from '../src/modules/savings/incomeService'
import { createSavingsService } from '../src/modules/savings/service'
import { createSavingsWorker } from '../src/modules/savings/worker'
import { present } from '../src/shared/assert'
import { createMetrics } from '../src/shared/metrics'
import { createTestApp, type TestUser } from './app'
import { newId } from './ids'
import { TestClock } from './testClock'

/** A wall-clock time of Shanghai as epoch ms. */
export const shanghai = (text: string) => Date.parse(`${text}+08:00`)

/** The whole server with a clock of Shanghai's days, whose fund has no incomes but those that a test sets. */
export async function createSavingsFund(startAt: string, savings: Partial<Config['savings']> = {}) {
  const clock = new TestClock(shanghai(startAt))
  const app = await createTestApp({ clock })
  const { deps, database } = app
  Object.assign(deps.config.savings, { demoIncomes: false, ...savings })

  /** Moves to a wall-clock time of Shanghai, or stays if it is later already. */
  const moveTo = (text: string) => clock.advance(Math.max(0, shanghai(text) - clock.now()))

  /** A separate worker, as another process has it. */
  const worker = (batchMax = 5_000) => createSavingsWorker({ ...deps, metrics: createMetrics() }, { batchMax })

  /** The services of another node, whose clock is off by so much. */
  const node = (offsetMs: number) =>
    createSavingsService({
      ...deps,
      clock: { now: () => clock.now() + offsetMs, sleep: (ms, signal) => clock.sleep(ms, signal) },
    })

  async function income(day: string, perTenThousandE4: bigint) {
    return database.withTransaction((tx) => setIncome(tx, day, perTenThousandE4, savingsDay(clock.now())))
  }

  const deposit = async (user: Pick<TestUser, 'id'>, amount: string, id = newId()) => {
    const result = await deps.savings.deposit(user.id, { id, amount })
    return result.ok ? result.value.movement : result.error.code
  }
  const transferOut = async (user: Pick<TestUser, 'id'>, amount: string, id = newId()) => {
    const result = await deps.savings.transferOut(user.id, { id, amount })
    return result.ok ? result.value.movement : result.error.code
  }
  const overview = (user: Pick<TestUser, 'id'>): Promise<Savings> => deps.savings.overview(user.id)
  async function earnings(user: Pick<TestUser, 'id'>) {
    const page = await deps.savings.listEarnings(user.id, { limit: '100' })
    if (!page.ok) throw new Error(page.error.code)
    return page.value.items
  }
  /** Straight to the database: many users are slow to register. */
  async function saver(index: number): Promise<{ id: bigint }> {
    const code = `S${String(index).padStart(5, '0')}`
    return database.withTransaction(async (tx) => {
      await tx.query('insert into opening_code (code) values ($1)', [code])
      const row = await tx.first<{ id: bigint }>(
        `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
           values ('saver_' || $1, 'saver', 'CN', '', '', $2) returning id`,
        [String(index).padStart(4, '0'), code],
      )
      const { id } = present(row, 'an insert answers its row')
      await deps.ledger.openAccounts(tx, id)
      await deps.ledger.post(tx, {
        userId: id,
        kind: 'demoGrant',
        reference: newId(),
        postings: [
          { account: 'funding', amount: -100_000_000n },
          { account: 'available', amount: 100_000_000n },
        ],
      })
      return { id }
    })
  }

  return { ...app, clock, moveTo, worker, node, income, deposit, transferOut, overview, earnings, saver }
}

export type SavingsFund = Awaited<ReturnType<typeof createSavingsFund>>
