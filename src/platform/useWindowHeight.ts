import { useEffect, useState } from 'react'

const PX_PER_REM = 16

/** In pixels at the usual text size: larger text leaves less room for the rest. */
function measure(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || PX_PER_REM
  return Math.floor((window.innerHeight * PX_PER_REM) / rem)
}

/**
 * Height of what the browser shows of the page; follows turns of the device. 0 if it is not known. The twin is
 * `useWindowHeight.weapp.ts`.
 */
export function useWindowHeight(): number {
  const [height, setHeight] = useState(measure)
  useEffect(() => {
    const update = () => setHeight(measure())
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [])
  return height
}
