import type { FormValues } from '@cashbox/client/form-state'
import { type Form, useForm } from '@cashbox/client/use-form'
import type { Endpoint } from '@cashbox/contract'
import { Button, type ButtonProps, type FieldForm } from '@cashbox/ui'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Sheet, type SheetProps } from '@cashbox/ui/dialog'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rolesOf } from '../session/roles.ts'
import { useOperator } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { Submit, type SubmitProps } from './submit.tsx'

interface ActFormProps<Values extends FormValues>
  extends Pick<SubmitProps, 'variant' | 'isDisabled' | 'onReload' | 'onCancel'> {
  readonly form: Form<Values>
  readonly text?: ReactNode
  readonly submit: string
  readonly children?: ReactNode
}

interface ReasonFieldProps {
  readonly form: FieldForm<{ reason: string }>
  /** Says who reads the reason, if not only the audit. */
  readonly help?: string | undefined
}

interface ReasonFormProps extends Omit<ActFormProps<{ reason: string }>, 'form' | 'isDisabled'> {
  readonly reasonHelp?: string
  /** Makes the call and caches the answer. */
  readonly send: (reason: string) => Promise<unknown>
  /** The toast after success. */
  readonly done?: string | undefined
  readonly onDone: () => void
}

export interface ActProps {
  readonly onDone: () => void
  /** Shows the thing as it is now, after another operator has changed it. */
  readonly onReload: () => void
}

interface ActDialogProps<Thing> extends Pick<SheetProps, 'size' | 'onClose'> {
  readonly thing: Thing
  readonly title: (seen: Thing) => string
  readonly reload: () => Promise<unknown>
  readonly children: (seen: Thing, act: ActProps) => ReactNode
}

interface Act {
  /** Shown to operators who may make this call. */
  readonly endpoint: Endpoint
  readonly label: string
  readonly icon: LucideIcon
  readonly variant?: ButtonProps['variant']
  readonly onChoose: () => void
}

export function ActForm<Values extends FormValues>({ form, text, submit, children, ...button }: ActFormProps<Values>) {
  return (
    <form {...form.element} className="grid gap-4">
      {text && <p className="wrap-anywhere">{text}</p>}
      {children}
      <Submit form={form} label={submit} {...button} />
    </form>
  )
}

export function ReasonField({ form, help }: ReasonFieldProps) {
  const t = useTranslations('common')
  return <TextAreaField form={form} name="reason" label={t('reason')} help={help ?? t('reason_help')} maxLength={500} />
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

/** Works on the thing as it was when the dialog was opened, so that a refresh does not change the form. */
export function ActDialog<Thing>({ thing, title, size, reload, onClose, children }: ActDialogProps<Thing>) {
  const t = useTranslations('common')
  const [seen] = useState(thing)
  return (
    <Sheet isOpen onClose={onClose} size={size} title={title(seen)} closeLabel={t('close')}>
      {children(seen, { onDone: onClose, onReload: () => void reload().then(onClose) })}
    </Sheet>
  )
}

/** Only the acts that the operator's role allows. */
export function ActButtons({ label, acts }: { label: string; acts: readonly Act[] }) {
  const { role } = useOperator()
  const allowed = acts.filter(({ endpoint }) => rolesOf(endpoint).includes(role))
  if (allowed.length === 0) return null
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {allowed.map(({ label: name, icon: Icon, variant = 'secondary', onChoose }) => (
        <Button key={name} variant={variant} icon={<Icon size={16} aria-hidden />} onClick={onChoose}>
          {name}
        </Button>
      ))}
    </div>
  )
}
