import { Button, View } from '@tarojs/components'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from './Icon'
import './Fold.scss'

export interface FoldProps {
  title: string
  /** Mounted only while it is open. */
  children: ReactNode
}

/** Something that is there on a tap, below the line that names it. */
export function Fold({ title, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  const id = `fold${useId().replace(/\W/g, '')}`
  return (
    <View>
      <Button className="fold__title line gap-4" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {title}
        <Icon name="expand" size={16} className={open ? 'fold__open' : ''} />
      </Button>
      <View id={id}>{open ? children : null}</View>
    </View>
  )
}
