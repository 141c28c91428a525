import type { Upload, UploadQuery } from '../../contract/verification'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { createOrderId, type RandomBytes } from '../domain/orderId'
import { clampPercent } from '../domain/progress'
import type { Photo } from '../platform/photo'

export interface UploadsStoreDeps {
  api: IdentityApi
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** The same id is the same picture to the server, so a lost answer is simply sent again. */
const RETRY_AFTER_MS = [1_000, 3_000]
const UNCERTAIN = new Set(['network', 'timeout', 'unavailable'])

/** Sends pictures. It keeps none: what was sent is named by the id that the server answers. */
export class UploadsStore {
  constructor(private readonly deps: UploadsStoreDeps) {}

  /** `onProgress` hears percentages from 0.01 to 100 (spec.md, section 9). */
  async send(
    purpose: UploadQuery['purpose'],
    photo: Photo,
    onProgress: (percent: number) => void,
  ): Promise<ApiResult<Upload>> {
    const { api, now, randomBytes, sleep } = this.deps
    const id = createOrderId(now(), randomBytes)
    const report = (percent: number) => onProgress(clampPercent(percent))
    for (let attempt = 0; ; attempt++) {
      report(0)
      const answer = await api.upload({ id, purpose }, photo, report)
      const pause = RETRY_AFTER_MS[attempt]
      if (answer.ok || !UNCERTAIN.has(answer.error.code) || pause === undefined) return answer
      await sleep(pause)
    }
  }
}
