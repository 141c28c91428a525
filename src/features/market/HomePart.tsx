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
      return <HomeGuide />
    default:
      return <OtherProducts tab={part} />
  }
}
