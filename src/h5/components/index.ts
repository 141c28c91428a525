/**
 * The replacement of `@tarojs/components` in the H5 build: real elements, so that roles, labels, Enter and the content
 * security policy work, and one module each, so that a page loads only what it uses. The mini program uses its own.
 */
export { Fragment as Block } from 'react'
export { Button } from './Button'
export { Canvas } from './Canvas'
export { Form } from './Form'
export { Image } from './Image'
export { Input } from './Input'
export { Label } from './Label'
export { ScrollView } from './ScrollView'
export { Text } from './Text'
export { Textarea } from './Textarea'
export { View } from './View'
