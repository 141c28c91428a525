import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import type { WaitingVerification } from '../../contract/consoleSchemas'
import { call, pictureOf } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { Claiming } from '../parts/Claiming'
import { Copy } from '../parts/Copy'
import { Age, Due } from '../parts/Due'
import { RejectionFields } from '../parts/Fields'
import { Photo } from '../parts/Photo'
import { ClaimMark, Queue } from '../parts/Queue'
import { Row } from '../parts/Row'
import { Box, Fact } from '../parts/Sheet'
import { countryName, t } from '../texts'

/** The document's dates, which only the reviewer can read. */
function DocumentFields() {
  const rules = [{ pattern: /^\d{4}-\d{2}-\d{2}$/, message: t('dayForm') }]
  return (
    <>
      <Form.Item name="bornOn" label={t('field/bornOn')} extra={t('bornOnHint')} rules={rules}>
        <Input maxLength={10} placeholder="1990-12-31" />
      </Form.Item>
      <Form.Item name="validUntil" label={t('field/validUntil')} extra={t('validUntilHint')} rules={rules}>
        <Input maxLength={10} placeholder="2030-12-31" />
      </Form.Item>
    </>
  )
}

function Steps({ user, account }: { user: string; account: string }) {
  return (
    <>
      <ActionButton
        type="primary"
        aria-keyshortcuts="P"
        action="verifications.approve"
        params={{ user }}
        about={account}
        fields={<DocumentFields />}
      />
      <ActionButton
        aria-keyshortcuts="R"
        action="verifications.reject"
        params={{ user }}
        about={account}
        fields={<RejectionFields what="verification" />}
        danger
      />
    </>
  )
}

/** The user's entries above the photos; each photo can be turned and enlarged in its place. */
function Submission({ item }: { item: WaitingVerification }) {
  const opened = useQuery({
    queryKey: ['verification', item.key, item.attempt],
    queryFn: () => call('openVerification', { params: { key: item.key } }),
    // Each look is logged, so nothing reloads by itself, and nothing is kept for a look that would not be.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (opened.error) return <Alert type="warning" title={t('claimFirst')} />
  if (!opened.data) return null
  const { name, nationality, idNumber, photos } = opened.data
  return (
    <>
      <Box name={t('compare')}>
        <Fact name={t('field/name')}>
          <Copy label={t('field/name')} value={name} />
        </Fact>
        <Fact name={t('field/nationality')}>{countryName(nationality)}</Fact>
        <Fact name={t('field/idNumber')}>
          <Copy label={t('field/idNumber')} value={idNumber} />
        </Fact>
      </Box>
      {(['front', 'back'] as const).map((side) => {
        const words = t(side === 'front' ? 'sideFront' : 'sideBack')
        return (
          <div key={side} className="box">
            {photos.includes(side) ? (
              <Photo name={words} src={pictureOf('getVerificationPhoto', { key: item.key, side })} />
            ) : (
              `${words}: ${t('noPhoto')}`
            )}
          </div>
        )
      })}
    </>
  )
}

function OpenVerification({ item }: { item: WaitingVerification }) {
  return (
    <>
      <Box name={t('field/status')}>
        <Fact name={t('field/account')}>{item.account}</Fact>
        {/* To open it is to verify it; the list says so a moment later. */}
        <Fact name={t('field/status')}>{t(`status/${item.claim?.mine ? 'under_verification' : item.status}`)}</Fact>
        <Fact name={t('field/attempt')}>{item.attempt}</Fact>
        <Fact name={t('field/dueAt')}>
          <Due at={item.dueAt} from={item.submittedAt} />
        </Fact>
      </Box>
      {item.claim?.mine && <Submission item={item} />}
      <Claiming queue="verifications" item={item}>
        <Steps user={item.key} account={item.account} />
      </Claiming>
    </>
  )
}

/** Identity checks that wait, longest first. */
export const Verifications = () => (
  <Queue<WaitingVerification>
    queue="verifications"
    load={(query) => call('listVerifications', { query })}
    find={t('field/account')}
    nameOf={(_, item) => item?.account ?? ''}
    show={(_, item) => (item ? <OpenVerification item={item} /> : <Alert type="info" title={t('problem/decided')} />)}
    row={(item) => (
      <Row
        name={item.account}
        detail={countryName(item.nationality)}
        figure={<ClaimMark claim={item.claim} />}
        about={
          <>
            {t(`status/${item.status}`)} · {t('attemptNumber', { attempt: item.attempt })} ·{' '}
            <Age from={item.submittedAt} />
          </>
        }
        due={<Due at={item.dueAt} from={item.submittedAt} />}
      />
    )}
  />
)
