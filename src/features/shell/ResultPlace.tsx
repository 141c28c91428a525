import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useLayoutEffect, useRef } from 'react'
import { floatFreely } from '../../platform/floatFreely'
import { useStores } from '../../stores/StoresContext'
import { ResultBanner } from './ResultBanner'

/** The banner's place over the page, clear of controls, so that it takes no press meant for the page. */
export const ResultPlace = observer(function ResultPlace() {
  const { results } = useStores()
  const place = useRef<HTMLElement | null>(null)
  const news = results.current
  useLayoutEffect(() => (news && place.current ? floatFreely(place.current) : undefined), [news])
  return (
    <View ref={place} className="screen__result">
      <ResultBanner />
    </View>
  )
})
