import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import type { ImportedStatement, StatementTotals } from '../../contract/consoleStatements'
import { call } from '../api'
import { useSession } from '../session'
import { grouped, t } from '../texts'
import { written } from './Fields'
import { useConfirm } from './useConfirm'
import { useProblem } from './useProblem'

/** Asks why, then has the next matched lines credited as their queue would: done if one person may, else proposed. */
export function CreditAll({
  statement,
  next,
}: {
  statement: ImportedStatement
  next: StatementTotals['next'] | undefined
}) {
  const { currency } = useSession().session
  const { message } = App.useApp()
  const confirm = useConfirm()
  const [form] = Form.useForm<{ reason: string }>()
  const showProblem = useProblem()
  const queries = useQueryClient()
  const count = next?.count ?? 0
  const sum = count > 0 && next ? ` · ${grouped(next.amount)} ${currency}` : ''
  const ask = () =>
    confirm(() => ({
      title: t('action/deposits.approve'),
      icon: null,
      okText: t('do/confirm'),
      cancelText: t('do/cancel'),
      content: (
        <Form form={form} layout="vertical" requiredMark={false}>
          <p className="about">{t('statement/propose', { count }) + sum}</p>
          <Form.Item name="reason" label={t('reasonFor')} rules={written()}>
            <Input.TextArea rows={2} maxLength={150} />
          </Form.Item>
        </Form>
      ),
      async onOk() {
        const body = await form.validateFields()
        const answer = await call('proposeStatement', { params: { id: statement.id }, body }).catch(showProblem)
        if (answer) message.info(t('statement/proposed', { ...answer, refused: answer.refused.length }), 8)
        await queries.invalidateQueries()
      },
    }))
  return (
    <Button type="primary" aria-keyshortcuts="A" disabled={count === 0} onClick={ask}>
      {t('statement/propose', { count }) + sum}
    </Button>
  )
}
