import type { Upload, UploadQuery } from '../../contract/verification'
import type { ApiResult, Http } from '../api/http'
import { clampPercent } from '../domain/labels'
import { createRequestId, type RandomBytes } from '../domain/requestId'
import type { Photo } from '../platform/photo'
import { UNCERTAIN } from './sending/sendOnce'

export interface UploadsStoreDeps {
  http: Http
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** The same id is the same picture to the server, so a lost answer is simply sent again. */
const RETRY_AFTER_MS = [1_000, 3_000]

export interface UploadWatch {
  /** Percentages from 0.01 to 100 (PRODUCT.md 6.5). */
  onProgress(percent: number): void
  /** Receives the function that aborts the upload: nothing is sent again, and the answer is `network`. */
  onStart?(abort: () => void): void
}

/** Uploads pictures and keeps none: the server answers with an id for each. */
export class UploadsStore {
  constructor(private readonly deps: UploadsStoreDeps) {}

  async send(purpose: UploadQuery['purpose'], photo: Photo, watch: UploadWatch): Promise<ApiResult<Upload>> {
    const { http, now, randomBytes, sleep } = this.deps
    const query = { id: createRequestId(now(), randomBytes), purpose }
    let aborted = false
    let abortSending = () => {}
    const onProgress = (percent: number) => {
      if (!aborted) watch.onProgress(clampPercent(percent))
    }
    watch.onStart?.(() => {
      aborted = true
      abortSending()
    })
    const onStart = (abort: () => void) => {
      abortSending = abort
    }
    for (let attempt = 0; ; attempt++) {
      onProgress(0)
      const answer = await http.upload('uploadPhoto', { query, photo, onProgress, onStart })
      const pause = RETRY_AFTER_MS[attempt]
      if (aborted || answer.ok || !UNCERTAIN.has(answer.error.code) || pause === undefined) return answer
      await sleep(pause)
      if (aborted) return answer
    }
  }
}
