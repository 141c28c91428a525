import { observer } from 'mobx-react-lite'
import { Suspense } from 'react'
import { useFirstStores } from '../../stores/StoresContext'
import type { HomePartName } from './HomePart'
import { LateHome } from './LateHome'

/** Shows a part of home as soon as the rest of the app is loaded; nothing before. */
export const HomeLater = observer(function HomeLater({ part }: { part: HomePartName }) {
  if (!useFirstStores().all) return null
  return (
    <Suspense>
      <LateHome part={part} />
    </Suspense>
  )
})
