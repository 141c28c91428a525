import { Button, type ButtonProps } from 'antd'
import { useSending } from './useSending'

interface Props extends Omit<ButtonProps, 'onClick' | 'loading'> {
  send(): Promise<unknown>
}

/** A button that sends without asking first; busy until `send` has ended. */
export function SendButton({ send, ...look }: Props) {
  const { busy, run } = useSending()
  return <Button {...look} loading={busy} onClick={() => run(send)} />
}
