import { createElement, Fragment, type PropsWithChildren } from 'react'

/** Keeps the active field above the keyboard. The twin is `keyboard.weapp.ts`. */

type Stop = () => void

/** A smaller difference is a bar of the browser, a larger one a keyboard. */
const LOWEST_KEYBOARD = 100
/** Between the field and the keyboard, in CSS pixels. */
export const FIELD_ROOM = 16
/** The next field has the focus by then, if there is one. */
const NEXT_FIELD_MS = 100

const fieldInUse = (): HTMLElement | undefined => {
  const { activeElement } = document
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
    ? activeElement
    : undefined
}

/**
 * A keyboard that covers the page (iOS, and WeChat there) makes the visual viewport smaller and nothing else: its
 * height goes into `--keyboard`, which lifts sheets and gives pages room to scroll, and the field in use is brought
 * into sight. Elsewhere the page itself becomes smaller (`interactive-widget` in index.html).
 */
export function startKeyboard(): Stop {
  const { visualViewport: view } = window
  if (!view) return () => undefined
  const { style } = document.documentElement

  const measure = () => {
    // Zoomed in, the visual viewport is small without a keyboard.
    const covered = view.scale > 1 ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop)
    if (covered < LOWEST_KEYBOARD) style.removeProperty('--keyboard')
    else style.setProperty('--keyboard', `${covered}px`)
  }
  const handleResize = () => {
    measure()
    const field = fieldInUse()
    if (!field) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top >= view.offsetTop && bottom <= view.offsetTop + view.height - FIELD_ROOM) return
    field.scrollIntoView({ block: 'center' })
  }
  /** WeChat on iOS leaves the page pushed up when the keyboard goes. */
  const handleBlur = () => {
    setTimeout(() => {
      if (!fieldInUse()) window.scrollTo(0, 0)
    }, NEXT_FIELD_MS)
  }
  view.addEventListener('resize', handleResize)
  view.addEventListener('scroll', measure)
  document.addEventListener('focusout', handleBlur)
  return () => {
    view.removeEventListener('resize', handleResize)
    view.removeEventListener('scroll', measure)
    document.removeEventListener('focusout', handleBlur)
    style.removeProperty('--keyboard')
  }
}

export interface InSheetProps extends PropsWithChildren {
  /** Gets the id of the field that a user enters. */
  onField: (id: string) => void
}

export interface SheetKeyboard {
  /** How much of the screen the keyboard takes, in CSS pixels. */
  height: number
  /** Where the sheet's own scroller has to be, if that is known. */
  scrollTop: number | undefined
  onField: (id: string) => void
}

const NOTHING: SheetKeyboard = { height: 0, scrollTop: undefined, onField: () => undefined }

/** In the browser, sheets and fields rise as above. */
export const InSheet = ({ children }: InSheetProps) => createElement(Fragment, null, children)
export const useInSheet = (): ((id: string) => void) | undefined => undefined
export const useSheetKeyboard = (_open: boolean, _id: string): SheetKeyboard => NOTHING
