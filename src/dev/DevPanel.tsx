import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useState } from 'react'
import { Chip } from '../components/Chip'
import { Sheet } from '../components/Sheet'
import { TextField } from '../components/TextField'
import { formatDateTime } from '../domain/time'
import { useStores } from '../stores/StoresContext'
import './DevPanel.scss'
import { type DevState, devApi, FAILURE_MODES } from './devApi'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 86_400 * SECOND
const POLL_MS = 500

const RUNS: [string, number][] = [
  ['+10 s', 10 * SECOND],
  ['+30 s', 30 * SECOND],
  ['+1 min', MINUTE],
  ['+5 min', 5 * MINUTE],
]
const JUMPS: [string, number][] = [
  ['+1 hour', 60 * MINUTE],
  ['+1 day', DAY],
  ['+3 days', 3 * DAY],
  ['+7 days', 7 * DAY],
]
const MOVES: [string, number][] = [
  ['▼ 5%', -500],
  ['▼ 1%', -100],
  ['▲ 1%', 100],
  ['▲ 5%', 500],
]

/** For QA on the development server: time, market and failures to hand. In English, and in no production build. */
export const DevPanel = observer(function DevPanel() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TaroButton className="dev-button" onClick={() => setOpen(true)}>
        QA
      </TaroButton>
      <Sheet open={open} onClose={() => setOpen(false)} title="QA panel" closeLabel="Close">
        <Bench />
      </Sheet>
    </>
  )
})

const Bench = observer(function Bench() {
  const { preferences, session, ui } = useStores()
  const [state, setState] = useState<DevState | undefined>(undefined)
  useEffect(() => {
    const look = () => devApi.state().then(setState, () => setState(undefined))
    void look()
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  const doing = (asked: Promise<DevState>) => void asked.then(setState, (error) => ui.toast(String(error), 'error'))
  /** The app's clock follows slowly by design, so a page that was moved in time starts again. */
  const jump = (ms: number) => void devApi.clock('jump', ms).then(() => window.location.reload())
  const run = async (ms: number) => {
    setState(await devApi.clock('run', ms))
    while ((await devApi.state()).running) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    window.location.reload()
  }
  if (!state) return <Text>The server has no QA routes: start it with npm run dev.</Text>
  return (
    <View className="dev-panel">
      <Row title={`Clock: ${formatDateTime(state.serverAt, preferences.timeZone, { seconds: true })}`}>
        {RUNS.map(([label, ms]) => (
          <Chip key={label} selected={state.running} onClick={() => void run(ms)}>
            {label}
          </Chip>
        ))}
      </Row>
      <Row title="Leave out (savings days, opening hours)">
        {JUMPS.map(([label, ms]) => (
          <Chip key={label} selected={false} onClick={() => jump(ms)}>
            {label}
          </Chip>
        ))}
      </Row>
      <Row title={`Market: ${(state.scale * 100).toFixed(1)}% of its source`}>
        {MOVES.map(([label, moveBp]) => (
          <Chip key={label} selected={false} onClick={() => doing(devApi.market({ moveBp }))}>
            {label}
          </Chip>
        ))}
        <Chip selected={state.silent} onClick={() => doing(devApi.market({ silent: !state.silent }))}>
          No prices
        </Chip>
        <Chip selected={state.still} onClick={() => doing(devApi.market({ still: !state.still }))}>
          Same price
        </Chip>
      </Row>
      <Row title="Server fails">
        {FAILURE_MODES.map((mode) => (
          <Chip key={mode} selected={state.failures === mode} onClick={() => doing(devApi.failures(mode))}>
            {mode.replace('_', ' ')}
          </Chip>
        ))}
      </Row>
      <Operator account={session.userInfo?.account ?? ''} commands={state.commands} />
    </View>
  )
})

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <View>
      <Text className="muted t13">{title}</Text>
      <View className="dev-panel__chips">{children}</View>
    </View>
  )
}

/** A line of `npm run ops`, without another terminal. */
function Operator({ account, commands }: { account: string; commands: readonly string[] }) {
  const [line, setLine] = useState('')
  const [output, setOutput] = useState('')
  const run = (typed: string) => {
    void devApi.ops(typed.replace('@', account)).then((answer) => setOutput(answer.output))
  }
  return (
    <View>
      <TextField label="Operator command" value={line} maxLength={300} onChange={setLine} onConfirm={() => run(line)} />
      <View className="dev-panel__chips">
        {commands.map((command) => (
          <Chip
            key={command}
            selected={false}
            onClick={() => {
              setLine(command)
              run(command)
            }}
          >
            {command}
          </Chip>
        ))}
      </View>
      <View className="dev-panel__output">{output}</View>
    </View>
  )
}
