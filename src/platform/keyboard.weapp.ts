import Taro from '@tarojs/taro'
import { createContext, createElement, useContext, useEffect, useState } from 'react'
import type { InSheetProps, SheetKeyboard } from './keyboard'

/** Between a field's text and the keyboard, in points: the message below the field stays in sight. */
export const FIELD_ROOM = 80

interface Place {
  top: number
  bottom: number
  scrollTop: number
}

/** WeChat pushes a page up by itself (`adjustPosition` of its input). */
export const startKeyboard = (): (() => void) => () => undefined

const Inside = createContext<((id: string) => void) | undefined>(undefined)

/**
 * Around the content of a sheet, which rises by itself: WeChat would push it out of sight. The sheet hears the id of the field
 * that a user enters.
 */
export const InSheet = ({ onField, children }: InSheetProps) =>
  createElement(Inside.Provider, { value: onField }, children)

/** In a sheet, tells it that the field with this id is in use; undefined elsewhere. */
export const useInSheet = () => useContext(Inside)

/** Scrolls WeChat's own scroller, which knows nothing of the keyboard, until the field is above it. */
function bringIntoSight(id: string, sheetId: string, scrollTo: (top: number) => void): void {
  // By then the sheet has its new place on the screen.
  Taro.nextTick(() => {
    const query = Taro.createSelectorQuery()
    query.select(`#${id}`).boundingClientRect()
    query.select(`#${sheetId} .layout-body__content`).fields({ rect: true, scrollOffset: true })
    query.exec(([field, scroller]: (Place | null)[]) => {
      if (!field || !scroller) return
      const below = field.bottom + FIELD_ROOM - scroller.bottom
      const above = scroller.top - field.top
      if (below > 0 || above > 0) scrollTo(scroller.scrollTop + (below > 0 ? below : -above))
    })
  })
}

/** The keyboard's height while the sheet of this id is `open`, in CSS pixels, and what keeps the field in use above it. */
export function useSheetKeyboard(open: boolean, id: string): SheetKeyboard {
  const [height, setHeight] = useState(0)
  const [field, setField] = useState('')
  const [scrollTop, setScrollTop] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (!open) return
    const listener = (keyboard: { height: number }) => setHeight(keyboard.height)
    Taro.onKeyboardHeightChange(listener)
    return () => {
      Taro.offKeyboardHeightChange(listener)
      setHeight(0)
      setField('')
    }
  }, [open])
  useEffect(() => {
    if (height > 0 && field !== '') bringIntoSight(field, id, setScrollTop)
  }, [field, height, id])
  return { height, scrollTop, onField: setField }
}
