import type { Database } from '../database/database'
import { ConfigError } from '../shared/env'
import type { Settings } from '../shared/settings'

/** The currency of a database's books, fixed at its first start. */
interface Installation {
  funds: Settings['funds']
  currency: string
}

const SETTING = 'installation'

function refuseOther(known: Installation, { funds, currency }: Pick<Settings, 'funds' | 'currency'>) {
  if (known.currency !== currency.code) {
    throw new ConfigError(
      `CURRENCY is ${currency.code} but this database keeps its books in ${known.currency}: ` +
        `set CURRENCY=${known.currency}, or DATABASE_URL to an empty database.`,
    )
  }
  if (known.funds === funds) return
  throw new ConfigError(
    funds === 'live'
      ? 'FUNDS=live is refused: this database has held demo funds, which would become real money. Set DATABASE_URL to an empty database.'
      : 'FUNDS is demo but this database holds live funds: set FUNDS=live, or DATABASE_URL to another database.',
  )
}

/**
 * Notes on the first start what the books of this database are kept in, and refuses any other afterwards: demo funds
 * would become money, and amounts would change their currency. Throws `ConfigError`.
 */
export function claimInstallation(
  database: Database,
  settings: Pick<Settings, 'funds' | 'currency'>,
): Promise<Installation> {
  return database.withTransaction(async (tx) => {
    // The row is the lock: of two first starts, the second one reads what the first one noted.
    await tx.query(`insert into setting (key, value) values ($1, 'null') on conflict do nothing`, [SETTING])
    const row = await tx.first<{ value: Installation | null }>('select value from setting where key = $1 for update', [
      SETTING,
    ])
    const noted = row?.value
    const known = noted ?? { funds: settings.funds, currency: settings.currency.code }
    refuseOther(known, settings)
    if (!noted) await tx.query('update setting set value = $2 where key = $1', [SETTING, JSON.stringify(known)])
    return known
  })
}
