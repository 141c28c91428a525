/** Stands in for `prop-types`, which taro-ui imports and production never runs. */
const any = Object.assign(() => any, { isRequired: undefined })

export default {
  any,
  array: any,
  arrayOf: any,
  bool: any,
  element: any,
  func: any,
  node: any,
  number: any,
  object: any,
  oneOf: any,
  oneOfType: any,
  shape: any,
  string: any,
}
