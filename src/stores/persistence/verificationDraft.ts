import type { VerificationAnswers } from '../../../contract/verification'
import { DAY_MS } from '../../domain/time'
import { forgetDeviceKey, openOnDevice, sealOnDevice } from '../../platform/deviceSeal'
import { readJson, removeKey, writeJson } from '../../platform/storage'

/** Incomplete entries. */
export type VerificationDraft = Partial<VerificationAnswers> & { otherName?: boolean }

export interface VerificationDrafts {
  read(account: string, nowMs: number): Promise<VerificationDraft | undefined>
  /** Resolves once this draft, or a newer one, is kept. */
  write(account: string, draft: VerificationDraft, nowMs: number): Promise<void>
  remove(): void
}

const KEY = 'verificationDraft'
const VERSION = 2
/** The server deletes a photo that nothing uses after a day; a draft is not kept longer. */
const KEPT_MS = DAY_MS

interface Kept {
  account: string
  keptAt: number
  sealed: string
}

function parseKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { account, keptAt, sealed } = value as Record<string, unknown>
  if (typeof account !== 'string' || typeof keptAt !== 'number' || typeof sealed !== 'string') return undefined
  return { account, keptAt, sealed }
}

function parseDraft(text: string): VerificationDraft {
  const { name, nationality, otherName, idNumber, frontPhotoId, backPhotoId } = JSON.parse(text) as Record<
    string,
    unknown
  >
  const draft: VerificationDraft = {}
  if (typeof name === 'string') draft.name = name
  if (typeof nationality === 'string' && /^[A-Z]{2}$/.test(nationality)) draft.nationality = nationality
  if (typeof otherName === 'boolean') draft.otherName = otherName
  if (typeof idNumber === 'string') draft.idNumber = idNumber
  if (typeof frontPhotoId === 'string' || frontPhotoId === null) draft.frontPhotoId = frontPhotoId
  if (typeof backPhotoId === 'string' || backPhotoId === null) draft.backPhotoId = backPhotoId
  return draft
}

interface Seal {
  seal: typeof sealOnDevice
  open: typeof openOnDevice
  forget: typeof forgetDeviceKey
}

/**
 * Keeps one draft on the device, sealed with a key that never leaves the device: a reload loses nothing, and a copy of
 * the storage reveals nothing. Without a seal nothing is kept. The newest draft wins, however long sealing takes.
 */
export function createDeviceDrafts({ seal, open, forget }: Seal): VerificationDrafts {
  let waiting: { account: string; draft: VerificationDraft; nowMs: number } | undefined
  let working: Promise<void> | undefined

  async function work() {
    while (waiting) {
      const { account, draft, nowMs } = waiting
      const taken = waiting
      const sealed = await seal(KEY, JSON.stringify(draft))
      // In the meantime a newer draft has replaced it, or it was removed.
      if (waiting !== taken) continue
      waiting = undefined
      if (sealed === undefined) removeKey(KEY)
      else writeJson(KEY, VERSION, { account, keptAt: nowMs, sealed })
    }
    working = undefined
  }

  return {
    async read(account, nowMs) {
      const kept = readJson(KEY, VERSION, parseKept)
      if (!kept) return undefined
      const isOurs = kept.account === account && nowMs - kept.keptAt < KEPT_MS
      const text = isOurs ? await open(KEY, kept.sealed) : undefined
      if (text !== undefined) return parseDraft(text)
      removeKey(KEY)
      return undefined
    },
    write(account, draft, nowMs) {
      waiting = { account, draft, nowMs }
      working ??= work()
      return working
    },
    remove() {
      waiting = undefined
      removeKey(KEY)
      void forget(KEY)
    },
  }
}

export const deviceDrafts = createDeviceDrafts({ seal: sealOnDevice, open: openOnDevice, forget: forgetDeviceKey })
