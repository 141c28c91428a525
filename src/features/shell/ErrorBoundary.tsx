import { Component, type ReactNode } from 'react'
import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'

interface State {
  /** Names the failure to customer service; undefined while all is well. */
  failureId: string | undefined
}

/** Something short that a person can read out. */
const makeFailureId = () => Date.now().toString(36).toUpperCase().slice(-6)

/** Replaces a screen that throws by a message and a retry; the rest of the app continues. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failureId: undefined }

  static getDerivedStateFromError(): State {
    return { failureId: makeFailureId() }
  }

  override componentDidCatch(error: unknown): void {
    console.error(`screen failed (${this.state.failureId})`, error)
  }

  override render(): ReactNode {
    const { failureId } = this.state
    if (failureId === undefined) return this.props.children
    return <BrokenState failureId={failureId} onRetry={() => this.setState({ failureId: undefined })} />
  }
}

/** Replaces a screen that threw an error. */
function BrokenState({ failureId, onRetry }: { failureId: string; onRetry: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon="warning"
      title={t('shell.broken.title')}
      text={t('shell.broken.text', { id: failureId })}
      actionLabel={t('common.retry')}
      onAction={onRetry}
      secondLabel={t('shell.toHome')}
      onSecond={() => openPage(HOME_URL)}
    />
  )
}
