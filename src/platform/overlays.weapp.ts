type Stop = () => void

let open: (() => void)[] = []

/** WeChat's back gesture leaves the page, and nothing in the page can take it. */
export const watchBack = (): void => undefined

export function addOverlay(close: () => void): Stop {
  const own = () => close()
  open.push(own)
  return () => {
    open = open.filter((other) => other !== own)
  }
}

/** A page that is covered by the next one keeps its state: an open overlay would still be there on return. */
export function afterOverlays(navigate: () => void): void {
  for (const close of open.splice(0).reverse()) close()
  navigate()
}
