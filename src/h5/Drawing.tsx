import { classNames } from '../components/classNames'
import type { DrawingProps } from '../components/Drawing'
import './drawn.scss'

export { lineOf } from '../components/Drawing'

/** In place of `src/components/Drawing.tsx`: each mask would be another document for the browser. */
export function Drawing({ className, body, box: { width, height } = { width: 100, height: 100 } }: DrawingProps) {
  return (
    <div className={classNames(className, 'drawn')} aria-hidden>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: lines drawn from numbers
        dangerouslySetInnerHTML={{ __html: body }}
      />
    </div>
  )
}
