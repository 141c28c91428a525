import type { VerificationAnswers } from '../../../contract/verification'
import { readJson, removeKey, writeJson } from '../../platform/storage'

/** What is being entered, as far as it goes. */
export type VerificationDraft = Partial<VerificationAnswers>

export interface VerificationDrafts {
  /** That of this account, or undefined. */
  read(account: string, nowMs: number): VerificationDraft | undefined
  write(account: string, draft: VerificationDraft, nowMs: number): void
  remove(): void
}

const KEY = 'verificationDraft'
const VERSION = 1
/** The server deletes a photo that nothing uses after a day; a draft is not kept longer. */
const KEPT_MS = 86_400_000

interface Kept {
  account: string
  keptAt: number
  draft: VerificationDraft
}

function parse(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { account, keptAt, draft } = value as { account?: unknown; keptAt?: unknown; draft?: unknown }
  if (typeof account !== 'string' || typeof keptAt !== 'number') return undefined
  if (typeof draft !== 'object' || draft === null) return undefined
  return { account, keptAt, draft: parseDraft({ ...draft }) }
}

function parseDraft({ name, nationality, frontPhotoId, backPhotoId }: Record<string, unknown>): VerificationDraft {
  const draft: VerificationDraft = {}
  if (typeof name === 'string') draft.name = name
  if (typeof nationality === 'string' && /^[A-Z]{2}$/.test(nationality)) draft.nationality = nationality
  if (typeof frontPhotoId === 'string' || frontPhotoId === null) draft.frontPhotoId = frontPhotoId
  if (typeof backPhotoId === 'string' || backPhotoId === null) draft.backPhotoId = backPhotoId
  return draft
}

/** One draft on the device, so that a reload loses nothing but the ID number, which is never written to it. */
export const deviceDrafts: VerificationDrafts = {
  read(account, nowMs) {
    const kept = readJson(KEY, VERSION, parse)
    if (!kept) return undefined
    if (kept.account === account && nowMs - kept.keptAt < KEPT_MS) return kept.draft
    removeKey(KEY)
    return undefined
  },
  write(account, { name, nationality, frontPhotoId, backPhotoId }, nowMs) {
    writeJson(KEY, VERSION, { account, keptAt: nowMs, draft: { name, nationality, frontPhotoId, backPhotoId } })
  },
  remove: () => removeKey(KEY),
}
