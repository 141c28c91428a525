import { Button, type ButtonProps } from 'antd'
import type { StaffActionName } from '../../contract/console'
import { t } from '../texts'
import { type Question, useAction } from './useAction'

type Props<N extends StaffActionName> = Question<N> & Omit<ButtonProps, 'danger' | 'onClick'>

/** The button of an action, with the action's name unless it has children. */
export function ActionButton<N extends StaffActionName>(props: Props<N>) {
  const { action, params, about, fields, initial, danger, toParams, width, onTaken, children, ...look } = props
  const act = useAction()
  return (
    <Button
      {...look}
      danger={danger}
      onClick={() => act({ action, params, about, fields, initial, danger, toParams, width, onTaken })}
    >
      {children ?? t(`action/${action}`)}
    </Button>
  )
}
