import type { ImageProps } from '@tarojs/components'
import { forwardRef } from 'react'
import { classes, domProps } from './dom'

const FIT = { aspectFit: 'contain', aspectFill: 'cover', scaleToFill: 'fill', center: 'none' } as const

export const Image = forwardRef<HTMLImageElement, ImageProps & { ariaLabel?: string }>(function Image(props, ref) {
  const { mode = 'scaleToFill', lazyLoad, ariaLabel, className, onLoad, onError, imgProps, ...rest } = props
  const { showMenuByLongpress, ...others } = rest
  return (
    <img
      {...domProps(others)}
      ref={ref}
      alt={ariaLabel ?? ''}
      className={classes('image', className)}
      loading={lazyLoad ? 'lazy' : undefined}
      decoding="async"
      style={{ objectFit: FIT[mode as keyof typeof FIT] }}
      onError={() => onError?.({} as never)}
    />
  )
})
