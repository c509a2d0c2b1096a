import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { type BoundFieldProps, bindText, Field } from '../form-fields.tsx'
import { inputBoxClass, SelectInput, type SelectOption } from '../inputs.tsx'

type TextAreaProps = ComponentProps<'textarea'>

/** A few lines from a person: a reason, a note. They run in the direction of what is typed. */
const TextArea = ({ className, rows = 3, ...area }: TextAreaProps) => (
  <textarea
    dir="auto"
    {...area}
    rows={rows}
    className={cn(
      inputBoxClass,
      'resize-y px-4 py-2.5 outline-none placeholder:text-ink-soft focus:border-brand-text focus:shadow-[inset_0_0_0_1px_var(--color-brand-text)] aria-invalid:border-danger disabled:border-line disabled:bg-sunken',
      className,
    )}
  />
)

export const SelectField = <Values,>(
  props: BoundFieldProps<Values> & { readonly options: readonly SelectOption[] },
) => {
  const { form, name, label, help, isOptional = false, options } = props
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => <SelectInput {...control} {...bindText(form, name)} options={options} />}
    </Field>
  )
}

export type TextAreaFieldProps = Omit<TextAreaProps, 'form' | 'name' | 'value' | 'onChange'> & {
  /** Reasons and notes are one line to the server: a pressed Enter means a new sentence. */
  readonly hasLines?: boolean
}

export const TextAreaField = <Values,>(props: BoundFieldProps<Values> & TextAreaFieldProps) => {
  const { form, name, label, help, isOptional = false, hasLines = false, ...area } = props
  const { onChange, ...bound } = bindText(form, name)
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => (
        <TextArea
          {...area}
          {...control}
          {...bound}
          onChange={({ target: { value } }) =>
            onChange({ target: { value: hasLines ? value : value.replaceAll(/\r?\n/g, ' ') } })
          }
        />
      )}
    </Field>
  )
}
