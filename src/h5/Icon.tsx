import { classNames } from '../components/classNames'
import type { IconProps } from '../components/Icon'
import { drawIcon } from './drawIcon'

/** In place of `src/components/Icon.tsx`. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <div
      className={classNames('icon drawn', size !== 24 && `icon--${size}`, className)}
      aria-hidden
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own drawing
      dangerouslySetInnerHTML={{ __html: drawIcon(name) }}
    />
  )
}
