import type { ErrorCode } from '../../contract/errors'

/** Why a request brought nothing: the server's code, or that no answer came. */
export type FailureCode = ErrorCode | 'network' | 'timeout'

/** Something that is being fetched, in exactly one of its states. */
export type Loadable<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly code: FailureCode }

export const IDLE: Loadable<never> = { kind: 'idle' }
export const LOADING: Loadable<never> = { kind: 'loading' }

export function ready<T>(value: T): Loadable<T> {
  return { kind: 'ready', value }
}

export function failed(code: FailureCode): Loadable<never> {
  return { kind: 'failed', code }
}

/** The value, if there is one. */
export function loadedValue<T>(loadable: Loadable<T>): T | undefined {
  return loadable.kind === 'ready' ? loadable.value : undefined
}
