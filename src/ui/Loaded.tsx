import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { EmptyState } from '../components/EmptyState'
import type { FailureCode, Loadable } from '../domain/loadable'
import { useT } from '../i18n'

export interface LoadFailedProps {
  code: FailureCode
  onRetry: () => unknown
}

/** Nothing could be loaded: why, and a button that tries again. */
export function LoadFailed({ code, onRetry }: LoadFailedProps) {
  const t = useT()
  return (
    <EmptyState
      icon="offline"
      title={t('common.loadFailed')}
      text={t(`errors.${code}`)}
      actionLabel={t('common.retry')}
      onAction={() => void onRetry()}
    />
  )
}

/** A Resource or a PagedList. */
export interface Source<T> {
  state: Loadable<T>
  refresh(): Promise<unknown>
}

export interface LoadedProps<T> {
  from: Source<T>
  /** Shown until the first answer. */
  loading: ReactNode
  /** Without one, `from` is asked again. */
  onRetry?: () => unknown
  /** Other words for a failure, e.g. that there is no such thing; undefined for the usual ones. */
  failed?: (code: FailureCode) => ReactNode | undefined
  children: (value: T) => ReactNode
}

/** What is loaded, or how far that is. What `children` reads is observed. */
export const Loaded = observer(function Loaded<T>({ from, loading, onRetry, failed, children }: LoadedProps<T>) {
  const { state } = from
  if (state.kind === 'failed') {
    return failed?.(state.code) ?? <LoadFailed code={state.code} onRetry={onRetry ?? (() => from.refresh())} />
  }
  return <>{state.kind === 'ready' ? children(state.value) : loading}</>
})
