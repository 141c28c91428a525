import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useDialogOpen } from '../../components/useDialogKeys'
import { floatFreely } from '../../platform/floatFreely'
import { useLate } from '../../stores/StoresContext'
import { ResultBanner } from './ResultBanner'

/**
 * The banner's place over the page, clear of controls, so that it takes no press meant for the page. While a sheet or dialog
 * is open the banner waits: the rows of what the user is about to confirm stay in sight.
 */
export const ResultPlace = observer(function ResultPlace() {
  const { results } = useLate()
  const place = useRef<HTMLElement | null>(null)
  const isCovered = useDialogOpen()
  const news = isCovered ? undefined : results.current
  useEffect(() => results.hold(isCovered), [results, isCovered])
  useLayoutEffect(() => (news && place.current ? floatFreely(place.current) : undefined), [news])
  return (
    <View ref={place} className="screen__result">
      {isCovered ? null : <ResultBanner />}
    </View>
  )
})
