import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { AnnouncedChange, Product } from '../../../../contract/market'
import { Banner } from '../../../components/Banner'
import { Fact } from '../../../components/Fact'
import { Sheet } from '../../../components/Sheet'
import { useLocale, useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'
import { type ChangeWords, changeLines, changeNote, changeTitle } from './changeWords'
import './ComingChanges.scss'

/** Says above the chart which terms will change, and when; a tap shows the details (PRODUCT.md 10.12). */
export const ComingChanges = observer(function ComingChanges({ product }: { product: Product }) {
  const t = useT()
  const format = useFormat()
  const locale = useLocale()
  const { preferences } = useStores()
  const [open, setOpen] = useState(false)
  const { changes } = product
  const [next] = changes
  if (!next) return null
  const words: ChangeWords = { t, format, locale, zone: preferences.timeZone }
  return (
    <View className="pad coming">
      <Banner
        tone="brand"
        text={changeTitle(next, words)}
        actionLabel={t('trade.changes.show')}
        onAction={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('trade.changes.title')} closeLabel={t('common.close')}>
        {changes.map((change) => (
          <Change key={`${change.part} ${change.from}`} product={product} change={change} words={words} />
        ))}
        <Text className="muted t13">{t('trade.changes.kept')}</Text>
      </Sheet>
    </View>
  )
})

interface ChangeProps {
  product: Product
  change: AnnouncedChange
  words: ChangeWords
}

function Change({ product, change, words }: ChangeProps) {
  const note = changeNote(change, words)
  return (
    <View className="coming__change">
      <Text className="strong coming__title" ariaRole="heading" aria-level={3}>
        {changeTitle(change, words)}
      </Text>
      {changeLines(product, change, words).map(({ label, value, isChanged = false }) => (
        <Fact key={label} label={label} strong={isChanged}>
          {value}
        </Fact>
      ))}
      {note === undefined ? null : <Text className="muted t13">{note}</Text>}
    </View>
  )
}
