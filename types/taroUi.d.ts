/** taro-ui publishes no types; these are the widgets and the props that `src/components/` uses. */
declare module 'taro-ui/lib/components/*' {
  import type { ComponentType } from 'react'

  // biome-ignore lint/suspicious/noExplicitAny: each widget has its own props; our components name those they pass
  const Widget: ComponentType<any>
  export default Widget
}
