import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { EmptyState } from '../components/EmptyState'
import type { FailureCode, Loadable } from '../domain/loadable'
import { useT } from '../i18n'

export interface LoadFailedProps {
  code: FailureCode
  onRetry: () => unknown
}

/** Says why loading failed, with a button to retry. */
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
  /** Shown instead of the usual message for some failures, e.g. not found; undefined for the others. */
  failed?: (code: FailureCode) => ReactNode | undefined
  children: (value: T) => ReactNode
}

/** The loaded value, or the state of loading. Observes what `children` reads. */
export const Loaded = observer(function Loaded<T>({ from, loading, onRetry, failed, children }: LoadedProps<T>) {
  const { state } = from
  if (state.kind === 'failed') {
    return failed?.(state.code) ?? <LoadFailed code={state.code} onRetry={onRetry ?? (() => from.refresh())} />
  }
  return <>{state.kind === 'ready' ? children(state.value) : loading}</>
})
