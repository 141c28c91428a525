import type { BaseTouchEvent, ITouchEvent } from '@tarojs/components/types/common'

/** Every element can say what it is; H5 turns it into `role`. Hyphenated `aria-…` attributes pass as they are. */
declare module '@tarojs/components/types/common' {
  // biome-ignore lint/suspicious/noExplicitAny: a merged interface must repeat the parameters as declared
  interface StandardProps<T = any, TouchEvent extends BaseTouchEvent<any> = ITouchEvent> {
    ariaRole?: string
  }
}
