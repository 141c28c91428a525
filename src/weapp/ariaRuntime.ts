import { mergeInternalComponents } from '@tarojs/shared'
import { ARIA_ATTRIBUTES } from './ariaAttributes'

// Taro numbers a component's attributes in the order of this table; the build's templates use the same numbers.
mergeInternalComponents(ARIA_ATTRIBUTES)
