import { observer } from 'mobx-react-lite'
import { Suspense } from 'react'
import { useStores } from '../../stores/StoresContext'
import type { HomePartProps } from './HomePart'
import { LateHome } from './LateHome'

/** Shows a part of home as soon as the rest of the app is loaded; nothing before. */
export const HomeLater = observer(function HomeLater(props: HomePartProps) {
  if (!useStores().late) return null
  return (
    <Suspense>
      <LateHome {...props} />
    </Suspense>
  )
})
