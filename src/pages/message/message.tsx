import { MessagesScreen } from '../../features/content/MessagesScreen'
import { Screen } from '../../features/shell/Screen'

export default function MessagePage() {
  return (
    <Screen route="/pages/message/message">
      <MessagesScreen />
    </Screen>
  )
}
