import { Image, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../components/Button'
import { Sheet } from '../../../components/Sheet'
import { Skeleton } from '../../../components/Skeleton'
import { useTellDenied } from '../../../connected/useTellDenied'
import { useT } from '../../../i18n'
import { makePicture, type Picture, type PictureResult } from '../../../platform/picture'
import { useStores } from '../../../stores/StoresContext'
import './PictureSheet.scss'
import { type Context, SHARE_CARD } from './pictureParts'

export interface PictureSheetProps<Content extends { brand: string }> {
  title: string
  content: Content
  draw: (context: Context, content: Content) => void
  /** What the picture says, for who cannot see it. */
  label: string
  /** The name of the file, e.g. "FT-01JD7Q4ZK8.png". */
  name: string
  open: boolean
  onClose: () => void
  /** Between the picture and the buttons. */
  children?: ReactNode
}

/** A picture to share, in the size of `SHARE_CARD`: shown, handed to the device's own sheet, or saved. */
export const PictureSheet = observer(function PictureSheet<Content extends { brand: string }>(
  props: PictureSheetProps<Content>,
) {
  const { title, content, draw, label, name, open, onClose, children } = props
  const t = useT()
  const { ui } = useStores()
  const picture = usePicture(open, JSON.stringify(content), (context) => draw(context, content))
  const tellDenied = useTellDenied()
  const made = picture === 'failed' ? undefined : picture
  const tellFailure = (result: PictureResult | undefined) => {
    if (result === 'denied') tellDenied()
    else if (result === 'failed') ui.toast(t('orders.share.failed'), 'error')
  }
  const handleShare = async () => tellFailure(await made?.share(content.brand))
  const handleSave = async () => {
    const result = await made?.save(name)
    if (result === 'done') ui.toast(t('orders.share.saved'), 'success')
    else tellFailure(result)
  }
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t('common.close')}>
      <View className="stack gap-16">
        {picture === 'failed' ? <Text ariaRole="alert">{t('orders.share.failed')}</Text> : null}
        {made ? (
          <Image
            className="share-sheet__picture"
            src={made.previewUrl}
            mode="aspectFit"
            aria-label={label}
            ariaRole="img"
          />
        ) : null}
        {picture === undefined ? <Skeleton shape="block" count={2} /> : null}
        {children}
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
function usePicture(open: boolean, key: string, draw: (context: Context) => void) {
  const [picture, setPicture] = useState<Picture | 'failed' | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content
  useEffect(() => {
    if (!open) return
    let current: Picture | undefined
    let gone = false
    makePicture(SHARE_CARD.width, SHARE_CARD.height, draw)
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
