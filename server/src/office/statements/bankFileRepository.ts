import type { BankFile, NamedBankFile } from '../../../../contract/bankFiles'
import type { Queryable, Tx } from '../../database/database'

const BANK_FILES_MAX = 200

export const listBankFiles = (database: Queryable) =>
  database.query<NamedBankFile>('select name, description as file from bank_file_description order by name limit $1', [
    BANK_FILES_MAX,
  ])

/** Replaces the description with this name. False if it would be one too many. */
export const storeBankFile = (tx: Tx, row: { name: string; file: BankFile; at: Date }): Promise<boolean> =>
  tx.some(
    `insert into bank_file_description (name, description, agreed_at)
     select $1, $2, $3
      where exists (select from bank_file_description where name = $1)
         or (select count(*) from bank_file_description) < $4
     on conflict (name) do update set description = excluded.description, agreed_at = excluded.agreed_at returning 1`,
    [row.name, JSON.stringify(row.file), row.at, BANK_FILES_MAX],
  )

export const hasBankFile = (database: Queryable, name: string): Promise<boolean> =>
  database.some('select from bank_file_description where name = $1', [name])

/** False if there was none with this name. */
export const removeBankFile = (tx: Tx, name: string): Promise<boolean> =>
  tx.some('delete from bank_file_description where name = $1 returning 1', [name])
