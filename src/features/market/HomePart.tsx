import type { ReactNode } from 'react'
import type { ProductSummary } from '../../../contract/market'
import { useWide } from '../../platform/useWide'
import { FirstSteps } from './FirstSteps'
import { HomeAside } from './HomeAside'
import { HomeGuide } from './HomeGuide'
import { OtherProducts, type OtherTab } from './OtherProducts'
import { WeekBars } from './WeekBars'
import { TableHead, TableRow } from './WideTable'

export interface HomePartProps {
  part: 'line' | 'steps' | 'aside' | 'guide' | 'head' | 'row' | OtherTab
  /** For `row`. */
  product?: ProductSummary
  /** For `aside` (`HomeAsideProps`). */
  children?: ReactNode
}

/** What home shows once the rest of the app is loaded, by the name of the part. */
export function HomePart({ part, product, children }: HomePartProps) {
  switch (part) {
    case 'line':
      return <WeekBars />
    case 'steps':
      return <FirstSteps />
    case 'aside':
      return <HomeAside>{children}</HomeAside>
    case 'guide':
      return <GuideBelow />
    case 'head':
      return <TableHead />
    case 'row':
      return product ? <TableRow product={product} /> : null
    default:
      return <OtherProducts tab={part} />
  }
}

/** In a narrow window; a wide one has it below the actions. */
function GuideBelow() {
  return useWide('home') ? null : <HomeGuide />
}
