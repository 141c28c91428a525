import { Counter } from 'prom-client'
import type { StaffFactor } from '../../../contract/staffSignIn'
import { writeAudit } from '../auditLog/auditLog'
import type { Metrics } from '../shared/metrics'
import type { StaffDeps } from './deps'

const NAME = 'fairtick_staff_wrong_factors_total'

/** Console and command line of a process count together; it starts at 0, so that the first one shows as an increase. */
export const wrongFactorsOf = ({ registry }: Metrics): Counter =>
  (registry.getSingleMetric(NAME) as Counter | undefined) ??
  new Counter({ name: NAME, help: 'Wrong second factors of staff behind a right password', registers: [registry] })

/** Somebody has the password, or what stands for it, and not the second factor: an alarm and the audit log say so. */
export async function recordWrongFactor(
  { database, metrics }: Pick<StaffDeps, 'database' | 'metrics'>,
  login: string,
  factor: StaffFactor,
  locks: boolean,
): Promise<void> {
  wrongFactorsOf(metrics).inc()
  const details = { factor: factor.passkey ? 'passkey' : 'code', locks }
  const authority = { actor: 'sign-in', reason: 'wrong second factor' }
  await database.withTransaction((tx) => writeAudit(tx, authority, 'staff.factor-wrong', `staff ${login}`, details))
}
