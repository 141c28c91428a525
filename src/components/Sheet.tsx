import { Text, View } from '@tarojs/components'
import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react'
import AtFloatLayout from 'taro-ui/lib/components/float-layout/index'
import 'taro-ui/lib/style/components/float-layout.scss'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { useDialogKeys } from './useDialogKeys'
import { useDragDown } from './useDragDown'
import './Sheet.scss'

export interface SheetProps {
  open: boolean
  /** The user taps outside the sheet, presses Escape or taps the close button. */
  onClose: () => void
  title: string
  /** Names the button that closes the sheet. */
  closeLabel: string
  /** At the right of the title, e.g. the price. */
  aside?: ReactNode
  /** The page stays in sight: nothing dims it, and the title is only read out. */
  clear?: boolean
  children: ReactNode
}

const LEAVE_MS = 300
/** In WeChat, only catching touches keeps the page under a sheet still, and then only a scroll view scrolls. */
const OWN_SCROLLER = process.env.TARO_ENV === 'weapp'

/** Slides up from the bottom over the page. Its content is mounted only while it is open or leaving. */
export function Sheet({ open, onClose, title, closeLabel, aside, clear = false, children }: SheetProps) {
  const mounted = useLeaving(open)
  const titleId = `sheet${useId().replace(/\W/g, '')}`
  const dialog = useDialogKeys(open, onClose)
  const drag = useDragDown(open, onClose)
  if (!mounted) return null
  return (
    <View
      className={classNames('sheet', clear && 'sheet--clear', !open && 'sheet--leaving', drag.isHeld && 'sheet--held')}
      style={{ '--drag': `${drag.moved}px` } as CSSProperties}
      catchMove
    >
      {/* It leaves by our class: a layout that is told to close reads and sets the page's scroll position. */}
      <AtFloatLayout isOpened onClose={onClose} scrollY={OWN_SCROLLER}>
        <View ref={dialog} className="sheet__panel" ariaRole="dialog" aria-modal aria-labelledby={titleId}>
          <View {...drag.handlers}>
            <View className="sheet__grab" aria-hidden />
            <View className={clear ? 'sr-only' : 'sheet__head'}>
              <Text id={titleId} className="sheet__title" ariaRole="heading" aria-level={2}>
                {title}
              </Text>
              {aside}
            </View>
          </View>
          {children}
          <View className="sheet__close">
            <IconButton icon="close" size={20} label={closeLabel} onClick={onClose} />
          </View>
        </View>
      </AtFloatLayout>
    </View>
  )
}

/** Stays true for the length of the leaving motion. Set while rendering: an effect would render the content twice at the start. */
function useLeaving(open: boolean): boolean {
  const [mounted, setMounted] = useState(open)
  if (open && !mounted) setMounted(true)
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => setMounted(false), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [open])
  return open || mounted
}
