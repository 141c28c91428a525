import { Form, Text, View } from '@tarojs/components'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { Steps, type StepsProps } from '../../components/Steps'
import { waitSeconds } from '../../connected/forms/createForm'
import { useT } from '../../i18n'
import './FormFrame.scss'

export interface FormFrameProps {
  /** Shown above the title: where the user is in a form of several steps. */
  step?: StepsProps
  title: string
  text?: string
  form: { sending: boolean; failureText: string | undefined; retryAtMs: number | undefined }
  submitLabel: string
  onSubmit: () => void
  children: ReactNode
  /** Shown below the button: the other way on. */
  footer?: ReactNode
}

/** The common part of the forms of this feature: the head, the failure that belongs to no field, and the one button. */
export function FormFrame({ step, title, text, form, submitLabel, onSubmit, children, footer }: FormFrameProps) {
  const t = useT()
  const seconds = waitSeconds(form.retryAtMs, useNowUntil(form.retryAtMs))
  const notice = seconds > 0 ? t('auth.waitText', { seconds }) : form.failureText
  return (
    <View className="form-frame column">
      {step ? <Steps {...step} /> : null}
      {/* If there are several steps, the picture above says which one it is. */}
      <Text className={step ? 'sr-only' : 'form-frame__title'} ariaRole="heading" aria-level={2}>
        {title}
      </Text>
      {text ? <Text className="form-frame__text">{text}</Text> : null}
      <Form className="form-frame__form stack gap-16" onSubmit={onSubmit}>
        {children}
        <View ariaRole="alert" className="form-frame__alert">
          {notice ? (
            <View className="form-frame__notice">
              <Icon name="warning" size={18} />
              <Text className="fills">{notice}</Text>
            </View>
          ) : null}
        </View>
        <Button submit loading={form.sending} disabled={seconds > 0}>
          {seconds > 0 ? t('auth.waitButton', { seconds }) : submitLabel}
        </Button>
      </Form>
      {footer}
    </View>
  )
}

const SECOND_MS = 1000

/** Now by the device's clock (epoch ms), renewed each second until `untilMs`. */
function useNowUntil(untilMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    setNowMs(Date.now())
    if (untilMs === undefined || untilMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [untilMs])
  return nowMs
}

/** "No account yet? Create account" */
export function OtherWay({ question, label, onClick }: { question: string; label: string; onClick: () => void }) {
  return (
    <View className="form-frame__other">
      <Text className="muted">{question}</Text>
      <Button tone="plain" size="medium" block={false} onClick={onClick}>
        {label}
      </Button>
    </View>
  )
}
