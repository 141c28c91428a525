import AtAvatar from 'taro-ui/lib/components/avatar/index'
import 'taro-ui/lib/style/components/avatar.scss'
import './Avatar.scss'

/** The first letter of `text`, a person's name. The name is next to it, so screen readers skip the letter. */
export function Avatar({ text }: { text: string }) {
  const letter = Array.from(text)[0] ?? '?'
  // The widget cuts by code unit, which would halve a letter beyond the basic plane.
  return <AtAvatar className="avatar" text={letter.length > 1 ? '?' : letter} />
}
