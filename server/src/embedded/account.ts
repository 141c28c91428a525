import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating system's account that PostgreSQL runs as; undefined means our own. */
export interface RunAs {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root lends it the account `nobody`. */
export function runAsForPostgres(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['nobody', 'daemon']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root and /etc/passwd has no account "nobody" or "daemon".')
}

/** Whether `account` may enter `folder`, that is: pass each folder above it too. */
export function canEnter(folder: string, account: RunAs | undefined): boolean {
  if (!account) return true
  for (let current = folder; ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (dirname(current) === current) return true
  }
}
