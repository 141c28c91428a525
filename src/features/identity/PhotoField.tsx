import { Image, Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Icon } from '../../components/Icon'
import { IconButton } from '../../components/IconButton'
import { Progress } from '../../components/Progress'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { PlainKey } from '../../i18n/keys'
import { listed } from '../../i18n/sentences'
import './PhotoField.scss'
import { isWorthRetrying, usePhotoUpload } from './usePhotoUpload'
import type { PhotoSide, PhotoState } from './verificationForm'

export interface PhotoFieldProps {
  side: PhotoSide
  photo: PhotoState
  error: PlainKey | undefined
  onChange: (photo: PhotoState) => void
}

/** One side of the ID: the user chooses or takes a photo, sees its progress, retries, replaces or removes it. */
export const PhotoField = observer(function PhotoField({ side, photo, error, onChange }: PhotoFieldProps) {
  const t = useT()
  const upload = usePhotoUpload(side, onChange)
  const label = t(`identity.${side}`)
  const handlePress = () => (isWorthRetrying(photo) ? upload.retry() : void upload.choose())
  const message = photo.kind === 'failed' ? t(`errors.${photo.code}`) : error && t(error)
  const previewUrl = photo.kind === 'none' ? undefined : photo.previewUrl
  const name = useBoxName(photo)
  return (
    <View className="photo">
      <View className="photo__frame">
        <TaroButton
          className={`photo__box${message ? ' photo__box--wrong' : ''}${previewUrl ? ' photo__box--filled' : ''}`}
          disabled={photo.kind === 'sending'}
          aria-label={`${label}: ${name}`}
          onClick={handlePress}
        >
          {previewUrl ? <Image className="photo__image" src={previewUrl} mode="aspectFill" /> : null}
          <Over photo={photo} />
        </TaroButton>
        {photo.kind === 'none' ? null : (
          <View className="photo__remove">
            <IconButton
              icon={photo.kind === 'sending' ? 'close' : 'trash'}
              size={18}
              label={`${label}: ${t(photo.kind === 'sending' ? 'common.cancel' : 'identity.removePhoto')}`}
              onClick={upload.remove}
            />
          </View>
        )}
      </View>
      <Text className="photo__label block center t13">{label}</Text>
      <View className="center problem t12" aria-live="polite">
        {message ?? ''}
      </View>
    </View>
  )
})

function actionKey(photo: PhotoState): PlainKey {
  if (photo.kind === 'none') return 'identity.choosePhoto'
  return isWorthRetrying(photo) ? 'common.retry' : 'identity.photoAgain'
}

/** What pressing the box does, after the words that it shows (WCAG 2.5.3). */
function useBoxName(photo: PhotoState): string {
  const t = useT()
  const uploading = useUploadingText()
  if (photo.kind === 'sending') return uploading(photo.percent)
  const action = t(actionKey(photo))
  return photo.kind === 'sent' && !photo.previewUrl ? listed([t('identity.photoKept'), action]) : action
}

function useUploadingText() {
  const t = useT()
  const format = useFormat()
  return (percent: number) => {
    const text = percent < 1 ? percent.toFixed(2) : String(Math.floor(percent))
    return t('common.uploading', { percent: format.number(text) })
  }
}

function Over({ photo }: { photo: PhotoState }) {
  const t = useT()
  if (photo.kind === 'sending') return <Sending percent={photo.percent} />
  if (photo.kind === 'failed') {
    return (
      <View className="photo__over">
        <Icon name={isWorthRetrying(photo) ? 'refresh' : 'plus'} size={24} />
        <Text className="t13">{t(actionKey(photo))}</Text>
      </View>
    )
  }
  if (photo.kind === 'sent' && photo.previewUrl) {
    return (
      <View className="photo__corner">
        <Icon name="check" size={16} />
      </View>
    )
  }
  return (
    <View className="photo__over photo__over--plain">
      <Icon name={photo.kind === 'sent' ? 'check' : 'plus'} size={24} />
      <Text className="t13">{t(photo.kind === 'sent' ? 'identity.photoKept' : 'identity.choosePhoto')}</Text>
    </View>
  )
}

function Sending({ percent }: { percent: number }) {
  const words = useUploadingText()(percent)
  return (
    <View className="photo__over">
      <Progress label={words} percent={percent} />
      <Text className="num t13" aria-hidden>
        {words}
      </Text>
    </View>
  )
}
