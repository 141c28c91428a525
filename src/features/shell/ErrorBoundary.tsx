import { Component, type ReactNode } from 'react'
import { BrokenState } from './BrokenState'

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
