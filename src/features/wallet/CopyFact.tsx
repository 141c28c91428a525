import { Text, View } from '@tarojs/components'
import { Fact } from '../../components/Fact'
import { IconButton } from '../../components/IconButton'
import { useCopy } from '../../connected/useCopy'
import { evenParts } from '../../domain/labels'
import { useT } from '../../i18n'
import './CopyFact.scss'

/** Characters on a line of a small phone, and of one with large text. A number of ours, "FD-2QCY9N0005", stays whole. */
const LINE = 18
const LARGE_LINE = 9
const NUMBER = 13

/** A fact that the user needs elsewhere, with a button that copies it. */
export function CopyFact({ label, value }: { label: string; value: string }) {
  const t = useT()
  const copy = useCopy()
  const lines = evenParts(value, LINE)
  return (
    <Fact label={label}>
      <View className="copy-fact">
        <Text className="num copy-fact__value">
          {lines.map((line) => (
            <Text key={line} className={line.includes(' ') ? '' : 'copy-fact__line'}>
              {evenParts(line, value.length > NUMBER ? LARGE_LINE : NUMBER).map((part) => (
                <Text key={part} className={part.includes(' ') ? '' : 'copy-fact__part'}>
                  {part}
                </Text>
              ))}
            </Text>
          ))}
        </Text>
        <IconButton icon="copy" size={18} label={t('wallet.copy', { name: label })} onClick={() => void copy(value)} />
      </View>
    </Fact>
  )
}
