import type { CreditPart, Me } from '../../../../contract/accounts'
import { present } from '../../shared/assert'
import type { AuthenticatedUser } from '../../shared/http'
import type { Metrics } from '../../shared/metrics'
import { formatMoney } from '../../shared/money'
import { DAY_MS } from '../../shared/time'
import { maskedPhone, type PhoneRow, phoneOfUser, USER_PHONE_COLUMN } from '../../users/phones'
import type { AccountsBase } from './deps'
import * as repository from './repository'

/** Minor units over all closed orders of a user. */
interface ProfitLoss {
  total: bigint
  today: bigint
  /** Whether the user has ever placed an order. */
  hasTraded: boolean
}

/** Questions of the user center to the orders module. */
interface ProfitLossSource {
  profitLossOf(userId: bigint, sinceMs: number): Promise<ProfitLoss>
}

/** Whether the user earned a part of the credit score; the module that owns the part decides. */
type CreditSources = Partial<Record<CreditPart['kind'], (userId: bigint) => Promise<boolean>>>

export interface AccountsDeps extends AccountsBase {
  profitLoss: ProfitLossSource
  credit: CreditSources
  metrics: Metrics
}

/** PRODUCT.md 9.7. The module that owns a step says whether it is done. */
const CREDIT_POINTS: [CreditPart['kind'], number][] = [
  ['base', 60],
  ['verified', 20],
  ['payout_account', 10],
  ['second_factor', 10],
]

async function creditOf({ credit }: AccountsDeps, userId: bigint): Promise<CreditPart[]> {
  return Promise.all(
    CREDIT_POINTS.map(async ([kind, points]) => ({
      kind,
      points,
      earned: kind === 'base' || ((await credit[kind]?.(userId)) ?? false),
    })),
  )
}

/** The user center: account, balance, profit and loss, credit score. */
export async function readMe(deps: AccountsDeps, user: AuthenticatedUser): Promise<Me> {
  const now = deps.clock.now()
  const [row, phone, balance, profitLoss, creditParts, sessionMinutes, hasLimits] = await Promise.all([
    repository.findUserById(deps.database, user.id),
    deps.database.first<PhoneRow & { phone_country: string }>(
      `select ${USER_PHONE_COLUMN}, phone_country from app_user where id = $1`,
      [user.id],
    ),
    deps.ledger.balanceOf(user.id),
    deps.profitLoss.profitLossOf(user.id, now - (now % DAY_MS)),
    creditOf(deps, user.id),
    deps.accountLimits.sessionMinutes(user.id),
    deps.accountLimits.hasLimits(user.id),
  ])
  const { account, nickname, opening_code: openingCode } = present(row, 'a session belongs to a user')
  const { scale } = deps.config.currency
  return {
    account,
    nickname,
    openingCode,
    phone: maskedPhone(phone && phoneOfUser(deps.sealer, user.id, phone)),
    phoneCountry: phone?.phone_country ?? '',
    verified: creditParts.some((part) => part.kind === 'verified' && part.earned),
    creditScore: creditParts.reduce((sum, part) => sum + (part.earned ? part.points : 0), 0),
    creditParts,
    balance,
    accountProfitLoss: formatMoney(profitLoss.total, scale),
    todayProfitLoss: formatMoney(profitLoss.today, scale),
    hasTraded: profitLoss.hasTraded,
    hasLimits,
    sessionMinutes,
  }
}
