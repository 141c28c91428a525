import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { QrCode } from '../../../components/QrCode'
import { Sheet } from '../../../components/Sheet'
import { useCopy } from '../../../connected/useCopy'
import { useT } from '../../../i18n'
import { checkAddress, checkLink } from './checkAddress'
import './ElsewhereSheet.scss'
import { PublicSwitch } from './PublicSwitch'
import { useSaveReceipt } from './SaveSheet'
import type { ShareSheetProps } from './ShareSheet'
import { useShareCard } from './useShareCard'

/** How a result is checked without this app: the file, and a page or a script that reads it. */
export const ElsewhereSheet = observer(function ElsewhereSheet(props: ShareSheetProps) {
  const { order, checked, open, onClose, onCard } = props
  const t = useT()
  const save = useSaveReceipt(order)
  const link = checkLink(checked)
  const { status, result, product } = useShareCard(order, checked, false)
  const title = `${status} ${result} · ${product}`
  return (
    <Sheet open={open} onClose={onClose} title={t('orders.story.elsewhere')} closeLabel={t('common.close')}>
      <View className="elsewhere">
        <Text className="elsewhere__step">{t('orders.elsewhere.file')}</Text>
        <Button tone="secondary" size="medium" disabled={!save} onClick={() => void save?.()}>
          {t('orders.proof.save')}
        </Button>
        <Text className="elsewhere__step">{t('orders.elsewhere.page')}</Text>
        {open ? <PublicSwitch orderId={order.id} checked={checked} title={title} onCard={onCard} /> : null}
        <View className="elsewhere__qr">
          <QrCode text={link} label={t('orders.elsewhere.qr')} />
        </View>
        <Copied text={checkAddress(checked.code)} whole={link} name={t('orders.elsewhere.address')} />
        <Text className="elsewhere__step">{t('orders.elsewhere.script')}</Text>
        <Copied text={`node verify-receipt.mjs ${order.number}.json`} name={t('orders.elsewhere.command')} />
      </View>
    </Sheet>
  )
})

/** A line to copy; `whole` is what is copied if the line shows only its beginning. */
function Copied({ text, whole = text, name }: { text: string; whole?: string; name: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <View className="elsewhere__line line gap-8">
      <Text className="elsewhere__text fills t12">{text}</Text>
      <IconButton icon="copy" size={18} label={t('wallet.copy', { name })} onClick={() => void copy(whole)} />
    </View>
  )
}
