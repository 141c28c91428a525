/** Calls back each time this page comes to the front, also when one above it was left. */
export { useDidShow as usePageShow } from '@tarojs/taro'
