import type { Database } from '../../database/database'
import type { Sealer } from '../../shared/sealing'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { forgetUserPhone, type PhoneRow, phoneOfUser, USER_PHONE_COLUMN } from '../../users/phones'
import type { AccountLimitsService } from '../accountLimits/service'

interface ProfileRow extends PhoneRow {
  account: string
  nickname: string
  phone_country: string
  opening_code: string
  invited_by_code: string | null
  created_at: Date
  terms_version: Date | null
  terms_accepted_at: Date | null
}

interface UseRow {
  device: string
  first_at: Date
  last_at: Date
}

interface LoginRow {
  at: Date
  device: string
  address: string
  outcome: string
}

interface AccountsDataDeps {
  database: Database
  sealer: Pick<Sealer, 'openText'>
  accountLimits: Pick<AccountLimitsService, 'leavePerson'>
}

async function read({ database, sealer }: AccountsDataDeps, userId: bigint) {
  const profile = await database.first<ProfileRow>(
    `select account, nickname, ${USER_PHONE_COLUMN}, phone_country, opening_code, invited_by_code, created_at,
            terms_version, terms_accepted_at
       from app_user where id = $1`,
    [userId],
  )
  const sessions = await database.query<UseRow>(
    `select device, created_at as first_at, last_seen_at as last_at from session where user_id = $1
      order by created_at desc limit $2`,
    [userId, EXPORT_ROWS_MAX + 1],
  )
  const logins = await database.query<LoginRow>(
    'select at, device, address, outcome from login_record where user_id = $1 order by id desc limit $2',
    [userId, EXPORT_ROWS_MAX + 1],
  )
  const devices = await database.query<UseRow>(
    'select name as device, first_at, last_at from device where user_id = $1 order by last_at desc limit 100',
    [userId],
  )
  return {
    account: profile?.account,
    nickname: profile?.nickname,
    phone: profile && phoneOfUser(sealer, userId, profile),
    phoneCountry: profile?.phone_country,
    openingCode: profile?.opening_code,
    invitedByCode: profile?.invited_by_code,
    registeredAt: profile?.created_at.toISOString(),
    termsVersion: profile?.terms_version?.toISOString() ?? null,
    termsAcceptedAt: profile?.terms_accepted_at?.toISOString() ?? null,
    sessions: boundedRows(
      sessions.map(({ device, first_at: createdAt, last_at: lastSeenAt }) => ({
        device,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    ),
    knownDevices: devices.map(({ device, first_at: firstAt, last_at: lastAt }) => ({
      device,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    logins: boundedRows(logins.map((row) => ({ ...row, at: row.at.toISOString() }))),
  }
}

/**
 * The person behind the account. A deletion leaves a row with a number instead of a name: the form of the account is
 * one that nobody can register or log in with, and the empty hashes match no password.
 */
export function accountsPersonalData(deps: AccountsDataDeps): PersonalDataSource {
  return {
    section: 'account',
    unexported: {
      login_lane: 'counts wrong passwords by device and network for a day',
      login_pressure: 'counts wrong passwords for an hour',
      opening_code: 'the code itself is in the profile',
      phone_mark: 'keyed digests of the phone number, which is in the profile',
      reset_code: 'a hash of a code that an operator issued',
      registration: 'a reservation of 15 minutes by somebody who has no account yet',
    },
    kept: {
      opening_code: 'the codes that were ever issued: none is issued twice, and this one opens nothing any more',
      registration: 'a reservation of 15 minutes by somebody who has no account yet',
    },
    read: (userId) => read(deps, userId),
    async erase(tx, userId, now) {
      const ofAccount = `account_key in (select unnest(array[lower(account), 'reset ' || lower(account)]) from app_user where id = $1)`
      await tx.query(`delete from login_lane where ${ofAccount}`, [userId])
      await tx.query(`delete from login_pressure where ${ofAccount}`, [userId])
      await tx.query('delete from login_record where user_id = $1', [userId])
      await tx.query('delete from device where user_id = $1', [userId])
      await deps.accountLimits.leavePerson(tx, userId)
      await forgetUserPhone(tx, userId)
      await tx.query('delete from reset_code where user_id = $1', [userId])
      await tx.query(
        `update app_user set deleted_at = $2, account = '~' || id::text, nickname = '', phone_country = '',
                login_password_hash = '', trade_password_hash = ''
          where id = $1`,
        [userId, now],
      )
    },
  }
}
