import { Image, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { Sheet } from '../../../components/Sheet'
import { Skeleton } from '../../../components/Skeleton'
import { Toggle } from '../../../components/Toggle'
import { useTellDenied } from '../../../connected/useTellDenied'
import { useT } from '../../../i18n'
import { makePicture, type Picture, type PictureResult } from '../../../platform/picture'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { PublicSwitch } from './PublicSwitch'
import './ShareSheet.scss'
import { drawShareCard, SHARE_CARD } from './shareCard'
import { useShareCard } from './useShareCard'

export interface ShareSheetProps {
  order: Order
  checked: CheckedReceipt
  open: boolean
  onClose: () => void
}

/** A picture of the result with its proof code. It shows amounts only if the user wants them to. */
export const ShareSheet = observer(function ShareSheet({ order, checked, open, onClose }: ShareSheetProps) {
  const t = useT()
  const { preferences, ui } = useStores()
  const [wanted, setAmounts] = useState(false)
  // A user who hides balances shares no amounts.
  const amounts = wanted && !preferences.hideBalances
  const content = useShareCard(order, checked, amounts)
  const picture = usePicture(open, JSON.stringify(content), () => content)
  const tellDenied = useTellDenied()
  const made = picture === 'failed' ? undefined : picture
  const tellFailure = (result: PictureResult | undefined) => {
    if (result === 'denied') tellDenied()
    else if (result === 'failed') ui.toast(t('orders.share.failed'), 'error')
  }
  const handleShare = async () => tellFailure(await made?.share(content.brand))
  const handleSave = async () => {
    const result = await made?.save(`${order.number}.png`)
    if (result === 'done') ui.toast(t('orders.share.saved'), 'success')
    else tellFailure(result)
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('orders.share.title')} closeLabel={t('common.close')}>
      <View className="share-sheet">
        {picture === 'failed' ? <Text ariaRole="alert">{t('orders.share.failed')}</Text> : null}
        {made ? (
          <Image
            className="share-sheet__picture"
            src={made.previewUrl}
            mode="aspectFit"
            aria-label={`${content.product}, ${content.terms}, ${content.result}, ${content.status}, ${content.codeLabel} ${content.code}`}
            ariaRole="img"
          />
        ) : null}
        {picture === undefined ? <Skeleton shape="block" count={2} /> : null}
        {preferences.hideBalances ? null : (
          <View className="row">
            <Text>{t('orders.share.amounts')}</Text>
            <Toggle checked={amounts} onChange={setAmounts} label={t('orders.share.amounts')} />
          </View>
        )}
        {open ? <PublicSwitch orderId={order.id} code={checked.code} /> : null}
        <View className="share-sheet__buttons">
          {made?.byHolding ? (
            <Text className="muted">{t('shell.inApp.holdPicture')}</Text>
          ) : (
            <Button tone={made?.canShare ? 'secondary' : 'primary'} disabled={!made} onClick={() => void handleSave()}>
              {t('orders.share.save')}
            </Button>
          )}
          {made?.canShare ? <Button onClick={() => void handleShare()}>{t('orders.share.open')}</Button> : null}
        </View>
      </View>
    </Sheet>
  )
})

/** Drawn again when `key` changes while the sheet is open. */
function usePicture(open: boolean, key: string, contentOf: () => Parameters<typeof drawShareCard>[1]) {
  const [picture, setPicture] = useState<Picture | 'failed' | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content
  useEffect(() => {
    if (!open) return
    let current: Picture | undefined
    let gone = false
    makePicture(SHARE_CARD.width, SHARE_CARD.height, (context) => drawShareCard(context, contentOf()))
      .catch(() => undefined)
      .then((made) => {
        if (gone) return made?.release()
        current = made
        setPicture(made ?? 'failed')
      })
    return () => {
      gone = true
      current?.release()
      setPicture(undefined)
    }
  }, [open, key])
  return picture
}
