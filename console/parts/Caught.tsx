import { Alert, Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { t } from '../texts'

interface Props {
  children: ReactNode
}

/** Says so in place of what cannot be drawn; everything around it stays. The browser's console has the error. */
export class Caught extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    if (!this.state.isBroken) return this.props.children
    const reload = <Button onClick={() => window.location.reload()}>{t('do/reload')}</Button>
    return <Alert type="error" showIcon title={t('broken')} action={reload} />
  }
}
