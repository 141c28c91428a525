import { useQueryClient } from '@tanstack/react-query'
import { App, Form, Input, Typography } from 'antd'
import { type ReactNode, useCallback } from 'react'
import type { StaffActionName } from '../../contract/console'
import type { ActionAnswer, ActionParams } from '../../contract/consoleActions'
import { call } from '../api'
import { t } from '../texts'
import { Caught } from './Caught'
import { written } from './Fields'
import { useConfirm } from './useConfirm'
import { useProblem } from './useProblem'

/** The value that a completed action shows once: a link or a code. */
function Once({ result }: { result: Record<string, string> }) {
  const { token, code } = result
  const text = token === undefined ? code : `${window.location.origin}/invitation#${token}`
  return (
    <>
      <p>{token === undefined ? t('onlyOnce') : t('invitationLink')}</p>
      <Typography.Text code copyable>
        {text}
      </Typography.Text>
    </>
  )
}

/** Each look at these is logged, so they do not reload by themselves; a user does after a change by whoever looks. */
const LOGGED = {
  waiting: new Set<unknown>(['verification', 'user', 'userMoney']),
  done: new Set<unknown>(['verification']),
}

/** Says what became of an action, and reloads every list: another person's work shows with it. Ends with the reloading. */
export function useShowAnswer() {
  const { message, modal } = App.useApp()
  const queries = useQueryClient()
  return useCallback(
    (answer: ActionAnswer) => {
      const reloading = queries.invalidateQueries({
        predicate: ({ queryKey }) => !LOGGED[answer.state].has(queryKey[0]),
      })
      if (answer.state === 'waiting') message.info(t('waiting', { id: answer.proposal ?? '' }))
      else if (answer.result.token ?? answer.result.code)
        modal.success({ title: t('done'), okText: t('do/close'), content: <Once result={answer.result} /> })
      else message.success(t('done'))
      return reloading
    },
    [message, modal, queries],
  )
}

export interface Question<N extends StaffActionName> {
  action: N
  params: Partial<ActionParams<N>>
  /** What the action is about, as the first line of the dialog, which hides the open item. */
  about?: string
  /** Further fields of the form, named as the action's parameters. */
  fields?: ReactNode
  initial?: object
  danger?: boolean
  /** The parameters for the typed values, if they are not the fields themselves. */
  toParams?(typed: Record<string, unknown>): object
  width?: number
  /** Once it is taken or proposed. */
  onTaken?(): void
}

/** Asks for the reason and what else an action takes, then takes it. What was typed stays after a refusal. */
export function useAction() {
  const confirm = useConfirm()
  const [form] = Form.useForm()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  return useCallback(
    <N extends StaffActionName>({
      action,
      params,
      about,
      fields,
      initial,
      danger,
      toParams,
      width,
      onTaken,
    }: Question<N>) => {
      confirm(() => {
        form.resetFields()
        form.setFieldsValue(initial ?? {})
        const hasReason = initial !== undefined && 'reason' in initial && initial.reason !== undefined
        const isFirst = !hasReason && fields === undefined
        return {
          title: t(`action/${action}`),
          icon: null,
          ...(width !== undefined && { width }),
          okText: t('do/confirm'),
          cancelText: t('do/cancel'),
          okButtonProps: { danger: Boolean(danger) },
          // A reason to be typed has the focus; one that is there already needs Enter alone.
          autoFocusButton: hasReason ? ('ok' as const) : null,
          content: (
            <Form form={form} layout="vertical" requiredMark={false}>
              {about !== undefined && (
                <p className="about">
                  <bdi>{about}</bdi>
                </p>
              )}
              <Caught>{fields}</Caught>
              <Form.Item name="reason" label={t('reasonFor')} rules={written()}>
                <Input.TextArea rows={2} maxLength={200} autoFocus={isFirst} />
              </Form.Item>
            </Form>
          ),
          async onOk() {
            const { reason, ...typed } = await form.validateFields()
            const given = Object.fromEntries(
              Object.entries(typed).filter(([, value]) => value !== undefined && value !== ''),
            )
            try {
              const body = { params: { ...params, ...(toParams?.(given) ?? given) }, reason }
              void showAnswer(await call('takeAction', { params: { action }, body }))
              onTaken?.()
            } catch (error) {
              showProblem(error)
              throw error
            }
          },
        }
      })
    },
    [form, confirm, showAnswer, showProblem],
  )
}
