import type { PropsWithChildren } from 'react'
import 'taro-ui/lib/style/index.scss'

export default ({ children }: PropsWithChildren) => children
