import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Progress } from '../../components/Progress'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { choosePhoto, releasePreview } from '../../platform/photo'
import { useStores } from '../../stores/StoresContext'

/** A picture of the payment, which helps the operator to find it. */
export const ReceiptField = observer(function ReceiptField({ depositId }: { depositId: string }) {
  const t = useT()
  const format = useFormat()
  const { deposits, uploads, ui } = useStores()
  const [percent, setPercent] = useState<number | undefined>(undefined)
  const handleAdd = async () => {
    const photo = await choosePhoto().catch(() => 'unreadable' as const)
    if (photo === 'unreadable') return ui.toast(t('errors.photo_invalid'), 'error')
    if (!photo) return
    const uploaded = await uploads.send('deposit_receipt', photo, { onProgress: setPercent })
    releasePreview(photo.previewUrl)
    const answer = uploaded.ok ? await deposits.addReceipt(depositId, uploaded.value.id) : uploaded
    setPercent(undefined)
    if (answer.ok) ui.toast(t('common.done'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  return (
    <Card>
      <Text className="course__title">{t('wallet.deposit.receipt')}</Text>
      <Text className="muted t13 course__text">{t('wallet.deposit.receiptText')}</Text>
      {percent === undefined ? null : <Progress label={t('wallet.deposit.receipt')} percent={percent} />}
      <Button tone="secondary" size="medium" loading={percent !== undefined} onClick={() => void handleAdd()}>
        {percent === undefined
          ? t('wallet.deposit.addReceipt')
          : t('common.uploading', { percent: format.number(String(Math.max(1, Math.floor(percent)))) })}
      </Button>
    </Card>
  )
})
