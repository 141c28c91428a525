import { type CommonEventFunction, type ITouchEvent, Text, View } from '@tarojs/components'
import { type CSSProperties, type ReactNode, useEffect, useId, useState, useTransition } from 'react'
import AtFloatLayout from 'taro-ui/lib/components/float-layout/index'
import { InSheet, useSheetKeyboard } from '../platform/keyboard'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { useDialogKeys } from './useDialogKeys'
import 'taro-ui/lib/style/components/float-layout.scss'
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
  /** Mounts the content before the sheet opens, out of sight, so that the tap only has to show it. */
  prepared?: boolean
  children: ReactNode
}

const LEAVE_MS = 300
/** In WeChat, only catching touches keeps the page under a sheet still, and then only a scroll view scrolls. */
const OWN_SCROLLER = process.env.TARO_ENV === 'weapp'

/** Slides up from the bottom over the page. Its content is mounted only while it is open or leaving, or if it is `prepared`. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, closeLabel, aside, clear = false, prepared = false, children } = props
  const isShown = useLeaving(open)
  const id = `sheet${useId().replace(/\W/g, '')}`
  const titleId = `${id}-title`
  // The sheet leaves at once, and only then is what it covered rendered and focused.
  const [isClosing, startClosing] = useTransition()
  const close = () => startClosing(onClose)
  const isLeaving = !open || isClosing
  const dialog = useDialogKeys(open, close)
  const drag = useDragDown(open, close)
  const keyboard = useSheetKeyboard(open, id)
  if (!isShown && !prepared) return null
  const stage = isShown ? classNames(isLeaving && 'sheet--leaving', !open && 'sheet--closed') : 'sheet--away'
  return (
    <View
      id={id}
      className={classNames('sheet', clear && 'sheet--clear', stage, drag.isHeld && 'sheet--held')}
      aria-hidden={!isShown || undefined}
      style={
        {
          '--drag': `${drag.moved}px`,
          ...(keyboard.height > 0 && { '--keyboard': `${keyboard.height}px` }),
        } as CSSProperties
      }
      catchMove
    >
      {/* It leaves by our class: a layout that is told to close reads and sets the page's scroll position. */}
      <AtFloatLayout className="wakes" isOpened onClose={close} scrollY={OWN_SCROLLER} scrollTop={keyboard.scrollTop}>
        <View ref={dialog} className="sheet__panel" ariaRole="dialog" aria-modal={isShown} aria-labelledby={titleId}>
          <View {...drag.handlers}>
            <View className="sheet__grab" aria-hidden />
            <View className={clear ? 'sr-only' : 'sheet__head row'}>
              <Text id={titleId} className="sheet__title" ariaRole="heading" aria-level={2}>
                {title}
              </Text>
              {aside}
            </View>
          </View>
          <InSheet onField={keyboard.onField}>{children}</InSheet>
          <View className="sheet__close">
            <IconButton icon="close" size={20} label={closeLabel} onClick={close} />
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

type TouchEvent = Parameters<CommonEventFunction>[0]

/** A sheet closes when let go further down than this, or quicker (CSS pixels a millisecond). */
const AWAY_PX = 96
const AWAY_SPEED = 0.5

interface Hold {
  y: number
  at: number
}

/** Lets a finger at the head of a sheet drag it down; on release the sheet closes or goes back. */
function useDragDown(open: boolean, onClose: () => void) {
  const [hold, setHold] = useState<Hold | undefined>(undefined)
  const [moved, setMoved] = useState(0)
  useEffect(() => {
    if (open) setMoved(0)
    else setHold(undefined)
  }, [open])
  const handleEnd = (event: TouchEvent) => {
    if (!hold) return
    setHold(undefined)
    const speed = moved / Math.max(1, event.timeStamp - hold.at)
    if (moved > AWAY_PX || (moved > 0 && speed > AWAY_SPEED)) onClose()
    else setMoved(0)
  }
  const handlers = {
    onTouchStart: (event: TouchEvent) => setHold({ y: yOf(event), at: event.timeStamp }),
    onTouchMove: (event: TouchEvent) => hold && setMoved(Math.max(0, yOf(event) - hold.y)),
    onTouchEnd: handleEnd,
    onTouchCancel: handleEnd,
  }
  return { handlers, moved, isHeld: hold !== undefined }
}

function yOf(event: TouchEvent): number {
  // Taro's types do not say that touch events of a View carry touches.
  const { touches, changedTouches } = event as ITouchEvent
  return (touches[0] ?? changedTouches[0])?.clientY ?? 0
}
