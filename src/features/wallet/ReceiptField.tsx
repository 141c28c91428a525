import { Image, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Deposit } from '../../../contract/deposits'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { Progress } from '../../components/Progress'
import { useChoosePhoto } from '../../connected/useChoosePhoto'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { releasePreview } from '../../platform/photo'
import { useLate } from '../../stores/StoresContext'
import './ReceiptField.scss'

/** A picture of the payment, which helps the operator to find it. An existing one may be replaced. */
export const ReceiptField = observer(function ReceiptField({ deposit }: { deposit: Deposit }) {
  const t = useT()
  const format = useFormat()
  const { deposits, uploads, ui } = useLate()
  const choosePhoto = useChoosePhoto()
  const [percent, setPercent] = useState<number | undefined>(undefined)
  const [sentUrl, setSentUrl] = useState('')
  useEffect(() => () => releasePreview(sentUrl), [sentUrl])
  const isAdded = deposit.timeline.some(({ step }) => step === 'receipt_added')
  const handleAdd = async () => {
    const photo = await choosePhoto()
    if (!photo) return
    const uploaded = await uploads.send('deposit_receipt', photo, { onProgress: setPercent })
    const answer = uploaded.ok ? await deposits.addReceipt(deposit.id, uploaded.value.id) : uploaded
    setPercent(undefined)
    if (answer.ok) {
      setSentUrl(photo.previewUrl)
      ui.toast(t('common.done'), 'success')
    } else {
      releasePreview(photo.previewUrl)
      ui.toast(t(`errors.${answer.error.code}`), 'error')
    }
  }
  return (
    <Card>
      <Text className="money-course__title block strong t16">{t('wallet.deposit.receipt')}</Text>
      {isAdded ? (
        <View className="payment-proof line gap-8">
          {sentUrl === '' ? null : (
            <Image className="payment-proof__image" src={sentUrl} mode="aspectFill" aria-hidden />
          )}
          <Icon name="check" size={18} />
          <Text className="t13">{t('wallet.step.receipt_added')}</Text>
        </View>
      ) : (
        <Text className="muted t13 money-course__text">{t('wallet.deposit.receiptText')}</Text>
      )}
      {percent === undefined ? null : <Progress label={t('wallet.deposit.receipt')} percent={percent} />}
      <Button tone="secondary" size="medium" loading={percent !== undefined} onClick={() => void handleAdd()}>
        {percent === undefined
          ? t(isAdded ? 'wallet.deposit.replaceReceipt' : 'wallet.deposit.addReceipt')
          : t('common.uploading', { percent: format.number(String(Math.max(1, Math.floor(percent)))) })}
      </Button>
    </Card>
  )
})
