import { useExplanation } from '@cashbox/client/failure-texts'
import { type Form, type FormFailure, type FormValues, useForm } from '@cashbox/client/use-form'
import type { ApprovalRequest } from '@cashbox/contract/operator'
import {
  type BoundFieldProps,
  Button,
  type ButtonProps,
  Callout,
  Checkbox,
  Field,
  type FieldForm,
  PasswordField,
  type PasswordInputProps,
  type SelectOption,
  TextField,
  type TextInputProps,
} from '@cashbox/ui'
import { SelectField, TextAreaField, type TextAreaFieldProps } from '@cashbox/ui/dense/form-fields'
import { DialogFooter } from '@cashbox/ui/dialog'
import { CircleAlert, RotateCw } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { textAt, textsOf } from '../language/language.ts'
import { notify } from '../toasts.ts'
import type { DateKind } from '../values/dates.ts'
import { DateInput } from './date-input.tsx'
import { useRequestToast } from './second-operator.tsx'

const t = textsOf('common')

export type TextValues = Readonly<Record<string, string | number>>

/** A text of an act, or nothing where it has none. */
export type Say = (word: 'button' | 'title' | 'text' | 'submit' | 'done', values?: TextValues) => string | undefined

export interface ActProps {
  /** The texts of the act, where the form itself has no others. */
  readonly say?: Say
  readonly onDone?: () => void
  /** Without it, there is no button to cancel. */
  readonly onCancel?: () => void
  /** Shows the thing as it is now, after another operator has changed it. */
  readonly onReload?: () => void
}

/** What the forms of an act get from its dialog. */
export const ActContext = createContext<ActProps>({})

/** What the form is for: an act, if it is not said in the form itself. */
export const useAct = () => useContext(ActContext)

interface RenewedProps {
  /** Fetches what another operator may have changed. */
  readonly reload?: () => Promise<unknown>
  readonly children: ReactNode
}

/** A form that stays on its page: it starts again after a change, and after a reload. */
export function Renewed({ reload, children }: RenewedProps) {
  const [round, setRound] = useState(0)
  const act = useMemo(() => {
    const renew = () => setRound((before) => before + 1)
    return { onDone: renew, ...(reload && { onReload: () => void reload().then(renew) }) }
  }, [reload])
  return (
    <ActContext key={round} value={act}>
      {children}
    </ActContext>
  )
}

export interface ActFormProps<Values extends FormValues, Answer>
  extends ActProps,
    Pick<Parameters<typeof useForm<Values>>[0], 'initial' | 'onLost'>,
    Pick<SubmitProps, 'variant' | 'isWide'> {
  readonly submit?: string | ((values: Values) => string) | undefined
  /** Makes the call and caches the answer. A request in the answer waits for a second operator, and a toast says so. */
  readonly send: (values: Values) => Promise<Answer | typeof stayOpen>
  /** The toast after a success, if there is one. */
  readonly done?: string | ((answer: Answer) => string | null | undefined) | undefined
  readonly text?: ReactNode
  /** The default for a form with nothing but a reason is that there is one. */
  readonly isReady?: (form: Form<Values>) => boolean
  /** Says who reads the reason, if not only the audit. */
  readonly reasonHelp?: string | undefined
  readonly isReasonAsked?: (values: Values) => boolean
  /** The fields. A form with a value `reason` has the field for it after them. */
  readonly children?: ReactNode | ((form: Form<Values>) => ReactNode)
  readonly renderFooter?: ((form: Form<Values>) => ReactNode) | undefined
  readonly className?: string
  /** Keeps its values. */
  readonly isHidden?: boolean
}

interface SubmitProps {
  /** The ID of the form: in a dialog its buttons are in the footer. */
  readonly id?: string
  readonly form: { readonly isBusy: boolean; readonly failure: FormFailure | null }
  readonly submit: string
  readonly variant?: ButtonProps['variant']
  readonly isWide?: boolean
  readonly isDisabled?: boolean
  readonly onCancel?: (() => void) | undefined
  readonly onReload?: (() => void) | undefined
}

/** The answer of a form that is not finished: its dialog stays open, and no toast is shown. */
export const stayOpen: unique symbol = Symbol('stay open')

export function ActForm<Values extends FormValues, Answer>(own: ActFormProps<Values, Answer>) {
  const props = { ...useAct(), ...own }
  const { initial, send, onLost, onDone, isReady = isReasonGiven, isHidden, reasonHelp, children, renderFooter } = props
  const { say = () => undefined, text = say('text'), submit = say('submit') ?? say('button') ?? t('save') } = props
  const { done = () => say('done'), isReasonAsked = () => true, className = 'grid gap-4', ...button } = props
  const notifyRequest = useRequestToast()
  const id = useId()
  const form = useForm({
    initial,
    send: async (values) => {
      const answer = await send(values)
      if (answer === stayOpen) return
      const request = requestOf(answer)
      const toast = typeof done === 'function' ? done(answer) : done
      if (request) notifyRequest(request)
      else if (toast) notify('success', toast)
      onDone?.()
    },
    ...(onLost && { onLost }),
  })
  return (
    <form {...form.element} id={id} hidden={isHidden} className={isHidden ? undefined : className}>
      {text && <p className="wrap-anywhere">{text}</p>}
      {typeof children === 'function' ? children(form) : children}
      {'reason' in initial && isReasonAsked(form.values) && (
        <ReasonField form={form as unknown as FieldForm<{ reason: string }>} help={reasonHelp} />
      )}
      {renderFooter?.(form)}
      {!isHidden && (
        <Submit
          {...button}
          id={id}
          form={form}
          submit={typeof submit === 'string' ? submit : submit(form.values)}
          isDisabled={!isReady(form)}
        />
      )}
    </form>
  )
}

export const isGiven = (text: string | boolean | undefined): boolean => typeof text === 'string' && text.trim() !== ''

export const orNone = (typed: string): string | null => (isGiven(typed) ? typed.trim() : null)

const isReasonGiven = ({ values }: { readonly values: FormValues }) =>
  Object.keys(values).join() !== 'reason' || isGiven(values['reason'])

const requestOf = (answer: unknown): ApprovalRequest | null =>
  typeof answer === 'object' && answer !== null && 'request' in answer ? (answer.request as ApprovalRequest) : null

const ReasonField = ({ form, help }: { form: FieldForm<{ reason: string }>; help: string | undefined }) => (
  <TextAreaField form={form} name="reason" label={t('reason')} help={help ?? t('reason_help')} maxLength={500} />
)

export const Submit = ({ id, form, submit, variant, isWide, isDisabled = false, onCancel, onReload }: SubmitProps) => (
  <DialogFooter>
    <div className="grid gap-4">
      <div role="alert" className="empty:hidden">
        {form.failure && <FailureCallout failure={form.failure} onReload={onReload} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" form={id} variant={variant} isWide={isWide} isBusy={form.isBusy} disabled={isDisabled}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  </DialogFooter>
)

function FailureCallout({ failure, onReload }: Pick<SubmitProps, 'onReload'> & { failure: FormFailure }) {
  const explain = useExplanation()
  const { text, isStale, cause } = failure
  return (
    <Callout tone={isStale ? 'warning' : 'danger'} icon={<CircleAlert aria-hidden />} title={text ?? explain(cause)}>
      {isStale && onReload && (
        <Button variant="secondary" icon={<RotateCw size={16} aria-hidden />} onClick={onReload}>
          {t('reload')}
        </Button>
      )}
      {!isStale && cause.requestId && textAt('error.request_id', { requestId: cause.requestId })}
    </Callout>
  )
}

type Name<Values> = BoundFieldProps<Values>['name']
type Bound = keyof BoundFieldProps<unknown> | 'value' | 'onChange'
type Others<Props> = Omit<Props, Bound> & Partial<Pick<BoundFieldProps<unknown>, 'help' | 'isOptional'>>

/** For codes and addresses, which are no words. */
export const plain = { autoCapitalize: 'none', spellCheck: false } as const

/** For one-time codes. */
export const codeInput = { autoComplete: 'one-time-code', className: 'font-mono' } as const

export const textField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<TextInputProps> = {},
) => <TextField key={name} form={form} name={name} label={label} {...input} />

export const dateField = <Values,>(form: FieldForm<Values>, name: Name<Values>, label: string, kind: DateKind) => (
  <Field key={name} label={label} error={form.errors[name]} isRequired>
    {(control) => (
      <DateInput
        {...control}
        name={name}
        kind={kind}
        value={form.values[name] as string}
        onValueChange={(value) => form.change(name, value as Values[typeof name])}
      />
    )}
  </Field>
)

export const passwordField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<PasswordInputProps> = {},
) => <PasswordField key={name} form={form} name={name} label={label} {...input} />

export const textAreaField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<TextAreaFieldProps> = {},
) => <TextAreaField key={name} form={form} name={name} label={label} {...input} />

export const selectField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  options: readonly SelectOption[],
  help?: string,
) => <SelectField key={name} form={form} name={name} label={label} options={options} help={help} />

export const percentField = <Values,>(form: FieldForm<Values>, name: Name<Values>, label: string) =>
  textField(form, name, label, { inputMode: 'decimal', suffix: '%' })

/** Empty for none, or for a default that the help names. */
export const sumField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  currency: string | undefined,
  help?: string,
) => textField(form, name, label, { inputMode: 'decimal', suffix: currency, isOptional: true, help })

/** Some of several are one form value, separated by spaces, so that the server's message has a field. */
export const someOf = <One extends string>(all: readonly One[], text: string): One[] =>
  all.filter((one) => text.split(' ').includes(one))

interface SomeFieldProps<Values, One extends string> extends Pick<BoundFieldProps<Values>, 'form' | 'name' | 'label'> {
  readonly isLabelHidden?: boolean
  readonly all: readonly One[]
  readonly labelOf: (one: One) => string
}

export function SomeField<Values, One extends string>(props: SomeFieldProps<Values, One>) {
  const { form, name, label, isLabelHidden = false, all, labelOf } = props
  const id = useId()
  const chosen = someOf(all, form.values[name] as string)
  const error = form.errors[name]
  const turn = (one: One, isOn: boolean) => {
    const others = chosen.filter((other) => other !== one)
    form.change(name, [...others, ...(isOn ? [one] : [])].join(' ') as Values[typeof name])
  }
  return (
    <fieldset aria-describedby={error && id} className="grid">
      <legend className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>{label}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={labelOf(one)}
          checked={chosen.includes(one)}
          aria-invalid={error ? true : undefined}
          onChange={(event) => turn(one, event.target.checked)}
        />
      ))}
      <div aria-live="polite">
        {error && (
          <p id={id} className="flex gap-1.5 text-sm text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
