import { Image, Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Icon } from '../../components/Icon'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { choosePhoto, releasePreview } from '../../platform/photo'
import { useStores } from '../../stores/StoresContext'
import './PhotoField.scss'
import type { PhotoSide, PhotoState } from './verificationForm'

export interface PhotoFieldProps {
  side: PhotoSide
  photo: PhotoState
  error: string | undefined
  onChange: (photo: PhotoState) => void
}

/** One side of the ID: choose or take it, see it go, take it again. */
export const PhotoField = observer(function PhotoField({ side, photo, error, onChange }: PhotoFieldProps) {
  const t = useT()
  const { uploads, ui } = useStores()
  const label = t(`identity.${side}`)
  const handleChoose = async () => {
    const chosen = await choosePhoto().catch(() => 'unreadable' as const)
    if (chosen === 'unreadable') return ui.toast(t('errors.photo_invalid'), 'error')
    if (!chosen) return
    const { previewUrl } = chosen
    const before = photo.kind === 'none' ? undefined : photo.previewUrl
    if (before) releasePreview(before)
    onChange({ kind: 'sending', previewUrl, percent: 0 })
    const answer = await uploads.send(side === 'front' ? 'id_front' : 'id_back', chosen, (percent) =>
      onChange({ kind: 'sending', previewUrl, percent }),
    )
    if (answer.ok) onChange({ kind: 'sent', previewUrl, id: answer.value.id })
    else onChange({ kind: 'failed', previewUrl, code: answer.error.code })
  }
  const message = photo.kind === 'failed' ? t(`errors.${photo.code}`) : error && t(error)
  const previewUrl = photo.kind === 'none' ? undefined : photo.previewUrl
  return (
    <View className="photo">
      <TaroButton
        className={`photo__box${message ? ' photo__box--wrong' : ''}`}
        disabled={photo.kind === 'sending'}
        aria-label={`${label}: ${t(photo.kind === 'none' ? 'identity.choosePhoto' : 'identity.photoAgain')}`}
        onClick={() => void handleChoose()}
      >
        {previewUrl ? <Image className="photo__image" src={previewUrl} mode="aspectFill" /> : null}
        <Over photo={photo} />
      </TaroButton>
      <Text className="photo__label">{label}</Text>
      <View className="photo__message" aria-live="polite">
        {message ?? ''}
      </View>
    </View>
  )
})

function Over({ photo }: { photo: PhotoState }) {
  const t = useT()
  const format = useFormat()
  if (photo.kind === 'sending') {
    const percent = photo.percent < 1 ? photo.percent.toFixed(2) : String(Math.floor(photo.percent))
    return (
      <View className="photo__over">
        <View className="photo__bar" aria-hidden>
          <View className="photo__done" style={{ width: `${photo.percent}%` }} />
        </View>
        <Text className="num t13">{t('identity.uploading', { percent: format.number(percent) })}</Text>
      </View>
    )
  }
  const plain = photo.kind === 'none' || (photo.kind === 'sent' && !photo.previewUrl)
  return (
    <View className={plain ? 'photo__over photo__over--plain' : 'photo__corner'}>
      <Icon name={photo.kind === 'sent' ? 'check' : photo.kind === 'failed' ? 'refresh' : 'plus'} size={24} />
      {photo.kind === 'failed' ? <Text className="t13">{t('common.retry')}</Text> : null}
      {plain ? (
        <Text className="t13">{t(photo.kind === 'sent' ? 'identity.photoKept' : 'identity.choosePhoto')}</Text>
      ) : null}
    </View>
  )
}
