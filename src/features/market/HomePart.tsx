import { useWide } from '../../platform/useWide'
import { AssetsLine } from './AssetsLine'
import { FirstSteps } from './FirstSteps'
import { HomeAside } from './HomeAside'
import { HomeGuide } from './HomeGuide'
import { OtherProducts, type OtherTab } from './OtherProducts'

export type HomePartName = 'line' | 'steps' | 'aside' | 'guide' | OtherTab

/** What home shows once the rest of the app is loaded, by the name of the part. */
export function HomePart({ part }: { part: HomePartName }) {
  switch (part) {
    case 'line':
      return <AssetsLine />
    case 'steps':
      return <FirstSteps />
    case 'aside':
      return <HomeAside />
    case 'guide':
      return <GuideBelow />
    default:
      return <OtherProducts tab={part} />
  }
}

/** In a narrow window; a wide one has it below the actions. */
function GuideBelow() {
  return useWide('two') ? null : <HomeGuide />
}
