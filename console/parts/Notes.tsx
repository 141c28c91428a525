import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import type { OpenUser } from '../../contract/consoleSchemas'
import { call } from '../api'
import { useMay } from '../session'
import { moment, t } from '../texts'
import { written } from './Fields'
import { Box } from './Sheet'
import { useProblem } from './useProblem'

function NewNote({ user }: { user: string }) {
  const [form] = Form.useForm<{ text: string }>()
  const [sending, setSending] = useState(false)
  const queries = useQueryClient()
  const showProblem = useProblem()
  async function send({ text }: { text: string }) {
    setSending(true)
    try {
      await call('addUserNote', { params: { id: user }, body: { text } })
      form.resetFields()
      await queries.invalidateQueries({ queryKey: ['user', user] })
    } catch (error) {
      showProblem(error)
    }
    setSending(false)
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={send}>
      <Form.Item name="text" label={t('noteNew')} rules={written()}>
        <Input.TextArea rows={2} maxLength={1000} />
      </Form.Item>
      <Button htmlType="submit" loading={sending}>
        {t('noteAdd')}
      </Button>
    </Form>
  )
}

/** Colleagues' notes about a user, newest first. */
export function Notes({ user }: { user: OpenUser }) {
  const mayHelp = useMay('users.help')
  return (
    <Box name={t('field/notes')}>
      {user.notes.map((note) => (
        <Typography.Paragraph key={note.at + note.author} style={{ marginBottom: 4 }}>
          <bdi>{note.text}</bdi>
          <br />
          <small>{`${note.author}, ${moment(note.at)}`}</small>
        </Typography.Paragraph>
      ))}
      {mayHelp && <NewNote user={user.id} />}
    </Box>
  )
}
