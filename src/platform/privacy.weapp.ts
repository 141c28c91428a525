import Taro from '@tarojs/taro'
import { useSyncExternalStore } from 'react'
import type { PrivacyQuestion } from './privacy'

type Resolve = (option: Taro.onNeedPrivacyAuthorization.ResolveOption) => void

export const AGREE_BUTTON = 'agree-privacy'
export const CHECKS_PRIVACY = true

const listeners = new Set<() => void>()
/** Callers that wait for the response; one response is for all. */
let waiting: Resolve[] = []
let question: PrivacyQuestion | undefined

function answer(option: Taro.onNeedPrivacyAuthorization.ResolveOption): void {
  const asked = waiting
  waiting = []
  question = undefined
  for (const resolve of asked) resolve(option)
  for (const tell of listeners) tell()
}

// Base libraries before 2.32.3 check nothing.
Taro.onNeedPrivacyAuthorization?.((resolve) => {
  waiting = [...waiting, resolve]
  resolve({ event: 'exposureAuthorization' })
  question ??= {
    agree: () => answer({ event: 'agree', buttonId: AGREE_BUTTON }),
    refuse: () => answer({ event: 'disagree' }),
  }
  for (const tell of listeners) tell()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question; the component renders again when it comes and goes. */
export function usePrivacyQuestion(): PrivacyQuestion | undefined {
  return useSyncExternalStore(subscribe, () => question)
}
