import { isAbsolute } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { createObjectStore, type ObjectStore } from '../../objectStore/objectStore'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import { compareKind, namedIn, type ObjectKind, objectKinds, sideBySide, storedIn } from '../objectComparison'
import type { Row } from '../print'

/** Names of objects that an answer shows. */
const SHOWN_MAX = 5
const COPY_TIMEOUT_MS = 60_000
/** Stores tell when an object was written in whole seconds: one of the copy's own second may be newer. */
const secondOf = (ms: number) => Math.floor(ms / 1_000)

function folderPath(text: string): string {
  if (!isAbsolute(text))
    throw new InvalidArgumentError('It must be a whole path, for example /var/backups/fairtick/objects.')
  return text
}

const copyIn = (folder: string) => createObjectStore({ kind: 'disk', folder }, COPY_TIMEOUT_MS)

const kindsOf = ({ config }: Deps) => objectKinds(config.mediaPublicUrl)
const sidesOf = ({ database, objects, clock }: Deps) => ({ database, objects, nowMs: clock.now() })
/** Pictures that come with the software, which nothing in the database names. */
const broughtAlong = ({ products }: Deps) => new Set(products.icons.keys())

async function check(deps: Deps): Promise<Row[]> {
  const rows: Row[] = []
  const lacking: string[] = []
  let missing = 0
  for (const kind of kindsOf(deps)) {
    const note = async (key: string) => void (lacking.length < SHOWN_MAX && lacking.push(key))
    const found = await compareKind(sidesOf(deps), kind, broughtAlong(deps), { missing: note })
    missing += found.missing
    rows.push({ kind: kind.name, ...found })
  }
  if (missing > 0)
    throw new OpsRefusal(`The object store lacks ${missing} objects that the database names: ${lacking.join(', ')}.`)
  return rows
}

/**
 * Adds to the copy what it lacks. What is in neither the store nor the database leaves it: photos are deleted in earnest, and
 * a store that is lost takes nothing along.
 */
async function copyKind(deps: Deps, kind: ObjectKind, copy: ObjectStore): Promise<Row> {
  const row = { kind: kind.name, copied: 0, kept: 0, removed: 0 }
  const { database, objects, nowMs } = sidesOf(deps)
  const both = sideBySide(storedIn(objects, kind.folder), storedIn(copy, kind.folder))
  for await (const { key, left: name, right: place } of sideBySide(namedIn(database, kind, nowMs), both)) {
    if (!place) continue
    const { left: object, right: copied } = place
    const isNewer = object && (!copied || secondOf(copied.atMs) <= secondOf(object.atMs))
    const bytes = isNewer ? await objects.get(key) : undefined
    if (bytes) await copy.put(key, bytes)
    else if (!object && !name) await copy.delete(key)
    row[bytes ? 'copied' : object || name ? 'kept' : 'removed'] += 1
  }
  return row
}

async function backUp(deps: Deps, { to }: { to: string }): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of kindsOf(deps)) rows.push(await copyKind(deps, kind, copyIn(to)))
  return rows
}

async function putBack(deps: Deps, options: Authority & { from: string }): Promise<Row[]> {
  const copy = copyIn(options.from)
  const { objects } = deps
  const rows: Row[] = []
  for (const kind of kindsOf(deps)) {
    const row = { kind: kind.name, putBack: 0, lost: 0 }
    const missing = async (key: string) => {
      const bytes = await copy.get(key)
      if (bytes) await objects.put(key, bytes, kind.name === 'media' ? 'image/webp' : undefined)
      row[bytes ? 'putBack' : 'lost'] += 1
    }
    await compareKind(sidesOf(deps), kind, broughtAlong(deps), { missing })
    rows.push(row)
  }
  await noteIn(deps, options, 'objects.put_back', rows)
  return rows
}

async function removeOrphans(deps: Deps, authority: Authority): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of kindsOf(deps)) {
    const orphaned = ({ key }: { key: string }) => deps.objects.delete(key)
    const { orphaned: removed } = await compareKind(sidesOf(deps), kind, broughtAlong(deps), { orphaned })
    rows.push({ kind: kind.name, removed })
  }
  await noteIn(deps, authority, 'objects.orphans_removed', rows)
  return rows
}

const noteIn = ({ database }: Deps, authority: Authority, action: string, rows: Row[]) =>
  audited(database, authority, action, async () => ({
    subject: 'object store',
    details: { kinds: rows },
    value: undefined,
  }))

export function addObjectCommands({ program, answer }: OpsKit) {
  const objects = program.command('objects').description('photos, archives and pictures in the object store')
  objects
    .command('check')
    .description('what the database names and the store lacks, and the reverse; fails where something is lacking')
    .action(() => answer(check))
  objects
    .command('back-up')
    .description('copy what is new to a folder, and remove there what neither the store nor the database has')
    .requiredOption('--to <folder>', 'of this host or mounted; the same one every time', folderPath)
    .action((options: { to: string }) => answer((deps) => backUp(deps, options)))
  changing(
    objects
      .command('put-back')
      .description('put into the store what the database names and it lacks, out of such a copy')
      .requiredOption('--from <folder>', 'what back-up wrote', folderPath),
  ).action((options: Authority & { from: string }) => answer((deps) => putBack(deps, options)))
  changing(
    objects
      .command('remove-orphans')
      .description('delete from the store what nothing in the database has named for a day'),
  ).action((options: Authority) => answer((deps) => removeOrphans(deps, options)))
}
