import AtDivider from 'taro-ui/lib/components/divider/index'
import 'taro-ui/lib/style/components/divider.scss'
import './Divider.scss'

/** A line across, with a few words in it. */
export function Divider({ text }: { text: string }) {
  return <AtDivider className="divider" content={text} />
}
