import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { HELP_LINES_MAX, type HelpLine, type HelpLines } from '../../../../contract/accountLimits'
import type { Locale } from '../../../../contract/locales'
import type { Database, Tx } from '../../database/database'
import type { Sealer } from '../../shared/sealing'
import { type PhoneRow, phoneOfUser, USER_PHONE_COLUMN } from '../../users/phones'

/** As operators see it; `country` is null for the rest of the world. */
export type ListedHelpLine = HelpLine & { id: bigint; country: string | null }

const COLUMNS = 'id, country, name, phone, url'

/** The country of the user's phone, else of their document, else the one that their language suggests. */
async function countryOf({ database, sealer }: HelpLinesDeps, userId: bigint, locale: Locale): Promise<string> {
  const row = await database.first<PhoneRow & { nationality: string | null }>(
    `select ${USER_PHONE_COLUMN}, verification.nationality from app_user
       left join verification on verification.user_id = app_user.id and verification.status = 'verified' where app_user.id = $1`,
    [userId],
  )
  const phone = row && phoneOfUser(sealer, userId, row)
  return parsePhoneNumberFromString(phone ?? '')?.country ?? row?.nationality ?? locale.slice(-2)
}

export interface HelpLinesDeps {
  database: Database
  sealer: Pick<Sealer, 'openText'>
}

/** Services that help users with gambling or money, by country (PRODUCT.md 19.8). */
export type HelpLinesService = ReturnType<typeof createHelpLines>

export function createHelpLines(deps: HelpLinesDeps) {
  const { database } = deps
  return {
    async of(userId: bigint, locale: Locale): Promise<HelpLines> {
      const country = await countryOf(deps, userId, locale)
      const rows = await database.query<ListedHelpLine>(
        `select ${COLUMNS} from help_line
          where country is not distinct from (select country from help_line where country = $1 limit 1)
          order by id limit $2`,
        [country, HELP_LINES_MAX],
      )
      return {
        country: rows[0]?.country ?? null,
        items: rows.map(({ name, phone, url }) => ({ name, phone, url })),
      }
    },
    list: (): Promise<ListedHelpLine[]> =>
      database.query<ListedHelpLine>(`select ${COLUMNS} from help_line order by country nulls last, id`),
    /** Replaces a line of the same name in the same country. Undefined when the country has as many as are shown. */
    async add(tx: Tx, country: string | null, { name, phone, url }: HelpLine): Promise<ListedHelpLine | undefined> {
      await tx.query('lock table help_line in share row exclusive mode')
      return tx.first<ListedHelpLine>(
        `insert into help_line (country, name, phone, url)
           select $1::text, $2::text, $3::text, $4::text
            where (select count(*) from help_line where country is not distinct from $1 and name <> $2) < $5
         on conflict (country, name) do update set phone = excluded.phone, url = excluded.url
         returning ${COLUMNS}`,
        [country, name, phone, url, HELP_LINES_MAX],
      )
    },
    /** Undefined without a line of this number. */
    async remove(tx: Tx, id: bigint): Promise<ListedHelpLine | undefined> {
      return tx.first<ListedHelpLine>(`delete from help_line where id = $1 returning ${COLUMNS}`, [id])
    },
  }
}
