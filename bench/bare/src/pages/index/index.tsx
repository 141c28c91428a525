import { View } from '@tarojs/components'
import { useState } from 'react'
import { AtButton, AtList, AtListItem } from 'taro-ui'

const ROWS = Array.from({ length: 15 }, (_, at) => ({ name: `Product ${at + 1}`, price: (100 + at * 7.31).toFixed(2) }))

export default function Index() {
  const [count, setCount] = useState(0)
  return (
    <View>
      <AtButton onClick={() => setCount(count + 1)}>Pressed {count} times</AtButton>
      <AtList>
        {ROWS.map(({ name, price }) => (
          <AtListItem key={name} title={name} extraText={price} />
        ))}
      </AtList>
    </View>
  )
}
