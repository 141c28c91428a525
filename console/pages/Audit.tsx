import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { AuditItem, AuditVerdict } from '../../contract/consoleSchemas'
import { addressOfFile, call } from '../api'
import { FindField } from '../parts/FindField'
import { Row } from '../parts/Row'
import { SendButton } from '../parts/SendButton'
import { Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { usePages } from '../parts/usePages'
import { useProblem } from '../parts/useProblem'
import { moment, t } from '../texts'

function Verdict({ verdict }: { verdict: AuditVerdict }) {
  const { brokenAt, entries, head } = verdict
  return brokenAt === null ? (
    <Alert type="success" title={t('chainWhole', { entries, head })} />
  ) : (
    <Alert type="error" title={t('chainBroken', { id: brokenAt })} />
  )
}

function Entry({ entry }: { entry: AuditItem }) {
  const { at, actor, action, subject, reason, details } = entry
  return (
    <>
      <Box name={t('field/action')}>
        <Fact name={t('field/at')}>{moment(at)}</Fact>
        <Fact name={t('field/actor')}>{actor}</Fact>
        <Fact name={t('field/action')}>{action}</Fact>
        <Fact name={t('field/subject')}>{subject}</Fact>
      </Box>
      {reason !== '' && <Box name={t('field/reason')}>{reason}</Box>}
      {details !== '{}' && (
        <Box name={t('field/details')}>
          <div className="box__text">{JSON.stringify(JSON.parse(details), null, 2)}</div>
        </Box>
      )}
    </>
  )
}

/** The audit log, newest first, and whether it was tampered with. */
export function Audit() {
  const showProblem = useProblem()
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const words = text.length >= 2 && { text }
  const { list, items } = usePages<AuditItem>(['audit', text], (cursor) =>
    call('listAudit', { query: { ...(cursor !== undefined && { cursor }), ...words } }),
  )
  return (
    <Split<AuditItem & { key: string }>
      page="audit"
      items={items.map((entry) => ({ ...entry, key: entry.id }))}
      asked={list}
      pages={list}
      none={t('noMatch')}
      nameOf={(key, entry) => (entry ? `${entry.action} #${key}` : `#${key}`)}
      show={(_, entry) => (entry ? <Entry entry={entry} /> : <Alert type="info" title={t('notInList')} />)}
      row={({ id, at, actor, action, subject, reason }) => (
        <Row name={action} detail={`#${id}`} about={`${actor} · ${subject}`} due={moment(at)} more={reason} />
      )}
      tools={
        <>
          <SendButton send={() => call('verifyAudit', {}).then(setVerdict, showProblem)}>
            {t('do/verifyChain')}
          </SendButton>
          <Button href={addressOfFile('exportAudit', words || {})} download>
            {t('do/export')}
          </Button>
          <FindField name={t('findEntry')} onFind={setText} />
          {verdict && <Verdict verdict={verdict} />}
        </>
      }
    />
  )
}
