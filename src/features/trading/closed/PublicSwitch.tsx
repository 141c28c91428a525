import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button'
import { Toggle } from '../../../components/Toggle'
import { useCopy } from '../../../connected/useCopy'
import { useOneAtATime } from '../../../connected/useOneAtATime'
import { useT } from '../../../i18n'
import type { Shared } from '../../../platform/useShare'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useLate } from '../../../stores/StoresContext'
import { checkLink, checkPath } from './checkAddress'

export interface PublicSwitchProps {
  orderId: string
  checked: CheckedReceipt
  /** Names the result in a chat. */
  title?: string
  /** What the page shares now; undefined while the receipt is the user's alone. */
  onCard?: (card: Shared | undefined) => void
}

/**
 * Whether anyone may open the receipt by its proof code, and the link that does. Off until the user turns it on: a
 * receipt has the amount in it.
 */
export function PublicSwitch({ orderId, checked, title = '', onCard }: PublicSwitchProps) {
  const t = useT()
  const copy = useCopy()
  const { proof, ui } = useLate()
  const [shared, setShared] = useState<boolean | undefined>(undefined)
  const { run } = useOneAtATime()
  useEffect(() => {
    let isGone = false
    void proof.isShared(orderId).then((state) => {
      if (!isGone) setShared(state)
    })
    return () => {
      isGone = true
    }
  }, [proof, orderId])
  const url = checkPath(checked)
  useEffect(() => {
    if (shared !== undefined) onCard?.(shared ? { title, url } : undefined)
  }, [shared, title, url, onCard])
  const handleChange = async (wanted: boolean) => {
    const answer = await run(() => proof.share(orderId, wanted))
    if (answer?.ok) setShared(answer.value.shared)
    else if (answer) ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  if (shared === undefined) return null
  return (
    <>
      <View className="row">
        <View>
          <Text>{t('orders.share.public')}</Text>
          <View className="muted t13">{t('orders.share.publicText')}</View>
        </View>
        <Toggle checked={shared} onChange={(wanted) => void handleChange(wanted)} label={t('orders.share.public')} />
      </View>
      {shared ? (
        <Button tone="secondary" size="medium" onClick={() => void copy(checkLink(checked))}>
          {t('orders.share.link')}
        </Button>
      ) : null}
    </>
  )
}
