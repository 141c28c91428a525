import { useEffect, useRef } from 'react'
import { useChoosePhoto } from '../../connected/useChoosePhoto'
import { clampPercent } from '../../domain/labels'
import type { FailureCode } from '../../domain/loadable'
import { type Photo, releasePreview } from '../../platform/photo'
import { useLate } from '../../stores/StoresContext'
import type { PhotoSide, PhotoState } from './verificationForm'

/** Failures after which the same bytes may arrive at the next try. */
const WORTH_RETRYING: readonly FailureCode[] = ['network', 'timeout', 'unavailable', 'internal', 'rate_limited']

export const isWorthRetrying = (photo: PhotoState): boolean =>
  photo.kind === 'failed' && WORTH_RETRYING.includes(photo.code)

/** The current picture; events of an earlier one are ignored. */
interface Held {
  photo: Photo
  abort(): void
}

export interface PhotoUpload {
  /** Lets the user take or choose a picture, and sends it. */
  choose(): Promise<void>
  /** Sends the failed picture once more. */
  retry(): void
  /** Aborts the upload, or removes the picture. */
  remove(): void
}

/** Uploads one side of the ID. Leaving the page aborts the upload. */
export function usePhotoUpload(side: PhotoSide, onChange: (photo: PhotoState) => void): PhotoUpload {
  const { uploads } = useLate()
  const choosePhoto = useChoosePhoto()
  const held = useRef<Held | undefined>(undefined)
  const drop = () => {
    const before = held.current
    held.current = undefined
    before?.abort()
    if (before) releasePreview(before.photo.previewUrl)
  }
  useEffect(
    () => () => {
      held.current?.abort()
      if (held.current) releasePreview(held.current.photo.previewUrl)
      held.current = undefined
    },
    [],
  )
  const send = async (photo: Photo) => {
    const mine: Held = { photo, abort: () => {} }
    held.current = mine
    const { previewUrl } = photo
    const show = (state: PhotoState) => {
      if (held.current === mine) onChange(state)
    }
    show({ kind: 'sending', previewUrl, percent: clampPercent(0) })
    const answer = await uploads.send(side === 'front' ? 'id_front' : 'id_back', photo, {
      onProgress: (percent) => show({ kind: 'sending', previewUrl, percent }),
      onStart: (abort) => {
        mine.abort = abort
      },
    })
    show(
      answer.ok
        ? { kind: 'sent', previewUrl, id: answer.value.id }
        : { kind: 'failed', previewUrl, code: answer.error.code },
    )
  }
  return {
    async choose() {
      const chosen = await choosePhoto()
      if (!chosen) return
      drop()
      await send(chosen)
    },
    retry() {
      if (held.current) void send(held.current.photo)
    },
    remove() {
      drop()
      onChange({ kind: 'none' })
    },
  }
}
