import Taro from '@tarojs/taro'
import { createContext, createElement, type PropsWithChildren, useContext, useEffect, useState } from 'react'

/** WeChat pushes a page up by itself (`adjustPosition` of its input). */
export const startKeyboard = (): (() => void) => () => undefined

const Inside = createContext(false)

/** Around the content of a sheet, which rises by itself: WeChat would push it out of sight. */
export const InSheet = ({ children }: PropsWithChildren) => createElement(Inside.Provider, { value: true }, children)

export const useInSheet = (): boolean => useContext(Inside)

/** The height of the keyboard in CSS pixels while a sheet is `open`. */
export function useKeyboardRoom(open: boolean): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!open) return
    const listener = (keyboard: { height: number }) => setHeight(keyboard.height)
    Taro.onKeyboardHeightChange(listener)
    return () => {
      Taro.offKeyboardHeightChange(listener)
      setHeight(0)
    }
  }, [open])
  return height
}
