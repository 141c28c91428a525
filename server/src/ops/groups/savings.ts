import { InvalidArgumentError } from 'commander'
import { savingsDay } from '../../../../contract/savingsDates'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { type CalendarOutcome, closeDay, closedDays, openDay } from '../../modules/savings/calendarService'
import { incomesOf } from '../../modules/savings/incomeService'
import { changing, named, type OpsKit, OpsRefusal, wholeNumber } from '../kit'
import type { Row } from '../print'

const CALENDAR_DAYS_MAX = 400

function dayIn(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const atMs = isDay ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  }
  return text
}

const REFUSALS: Record<Exclude<CalendarOutcome, 'done' | 'unchanged'>, string> = {
  weekend: 'is a Saturday or Sunday, which never trade',
  past: 'is over',
  too_long: 'would make the market stay closed for more than 30 days',
  too_many: 'would be more closed days ahead than the app is told',
}

async function changeCalendar(deps: Deps, authority: Authority, day: string, note: string | undefined): Promise<Row> {
  const today = savingsDay(deps.clock.now())
  const action = note === undefined ? 'savings.calendar.open' : 'savings.calendar.close'
  return audited(deps.database, authority, action, async (tx) => {
    const outcome = note === undefined ? await openDay(tx, day, today) : await closeDay(tx, day, note, today)
    if (outcome !== 'done' && outcome !== 'unchanged') throw new OpsRefusal(`${day} ${REFUSALS[outcome]}.`)
    const state = note === undefined ? 'open' : 'closed'
    return { subject: day, details: { state, note: note ?? null, outcome }, value: { day, state, outcome } }
  })
}

function addIncomeCommands(savings: OpsKit['program'], { answer }: OpsKit) {
  const income = savings.command('income').description('daily earnings per 10,000.00 of shares')
  income
    .command('list')
    .description('the last days before today, including those without an income yet')
    .option('--days <number>', 'how many', wholeNumber, 14)
    .action(({ days }: { days: number }) =>
      answer(async ({ database, clock }) => {
        const rows = await incomesOf(database, savingsDay(clock.now()), days)
        return rows.map((row) => ({ ...row }))
      }),
    )
}

function addCalendarCommands(savings: OpsKit['program'], { answer }: OpsKit) {
  const calendar = savings.command('calendar').description('days without trading, apart from Saturdays and Sundays')
  calendar
    .command('list')
    .description('closed days from today on')
    .option('--from <day>', 'from this day on', dayIn)
    .action(({ from }: { from?: string }) =>
      answer(async ({ database, clock }) => {
        const rows = await closedDays(database, from ?? savingsDay(clock.now()), CALENDAR_DAYS_MAX)
        return rows.map((row) => ({ ...row }))
      }),
    )
  changing(calendar.command('close').description('close a day; deposits taken before keep their dates'))
    .argument('<day>', 'for example 2027-02-12', dayIn)
    .argument('<note>', 'for example "Spring Festival"', named)
    .action((day: string, note: string, options: Authority) =>
      answer((deps) => changeCalendar(deps, options, day, note)),
    )
  changing(calendar.command('open').description('open a day that was closed'))
    .argument('<day>', 'for example 2027-02-12', dayIn)
    .action((day: string, options: Authority) => answer((deps) => changeCalendar(deps, options, day, undefined)))
}

export function addSavingsCommands(kit: OpsKit) {
  const savings = kit.program.command('savings').description('balance savings: daily income, trading calendar')
  addIncomeCommands(savings, kit)
  addCalendarCommands(savings, kit)
}
