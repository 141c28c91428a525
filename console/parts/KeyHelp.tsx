import { Button, Modal, Switch } from 'antd'
import { useState } from 'react'
import { t } from '../texts'
import { setKeys, useKeysOn } from './keys'

const KEYS = ['J', 'K', 'C', 'P', 'R', 'S', 'A', 'O', '/', '?'] as const

/** The keys with their effect, and the switch that turns them off. */
export function KeyHelp() {
  const [open, setOpen] = useState(false)
  const isOn = useKeysOn()
  return (
    <>
      <Button size="small" type="text" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        {t('keys/title')}
      </Button>
      <Modal title={t('keys/title')} open={open} onCancel={() => setOpen(false)} footer={null}>
        <dl className="keys">
          {KEYS.map((key) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`keys/${key === '/' ? 'find' : key === '?' ? 'help' : key}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('keys/rule')}</p>
        <label htmlFor="keys-on">
          <Switch id="keys-on" size="small" checked={isOn} onChange={setKeys} /> {t('keys/on')}
        </label>
      </Modal>
    </>
  )
}
