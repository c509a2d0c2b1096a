import type { FormValues } from '@cashbox/client/form-state'
import { type Form, useForm } from '@cashbox/client/use-form'
import type { FieldForm } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from './notices.ts'
import { Submit, type SubmitProps } from './submit.tsx'

interface ActFormProps<Values extends FormValues>
  extends Pick<SubmitProps, 'variant' | 'isDisabled' | 'onReload' | 'onCancel'> {
  readonly form: Form<Values>
  /** What will happen. */
  readonly text?: ReactNode
  readonly submit: string
  readonly children?: ReactNode
}

/** A form that changes something: what it does, its fields, and the button. */
export function ActForm<Values extends FormValues>({ form, text, submit, children, ...button }: ActFormProps<Values>) {
  return (
    <form {...form.element} className="grid gap-4">
      {text && <p className="wrap-anywhere">{text}</p>}
      {children}
      <Submit form={form} label={submit} {...button} />
    </form>
  )
}

interface ReasonFieldProps {
  readonly form: FieldForm<{ reason: string }>
  /** Who reads it, where that is not only the audit. */
  readonly help?: string | undefined
}

/** Why something is done, which the audit keeps. */
export function ReasonField({ form, help }: ReasonFieldProps) {
  const t = useTranslations('common')
  return <TextAreaField form={form} name="reason" label={t('reason')} help={help ?? t('reason_help')} maxLength={500} />
}

interface ReasonFormProps extends Omit<ActFormProps<{ reason: string }>, 'form' | 'isDisabled'> {
  readonly reasonHelp?: string
  /** Makes the call, and keeps what it answers. */
  readonly send: (reason: string) => Promise<unknown>
  /** Said when it is done. */
  readonly done?: string | undefined
  readonly onDone: () => void
}

/** An act that needs nothing but a reason. */
export function ReasonForm({ reasonHelp, send, done, onDone, children, ...act }: ReasonFormProps) {
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      await send(reason)
      if (done !== undefined) notify('success', done)
      onDone()
    },
  })
  return (
    <ActForm onCancel={onDone} {...act} form={form} isDisabled={form.values.reason.trim() === ''}>
      {children}
      <ReasonField form={form} help={reasonHelp} />
    </ActForm>
  )
}
