import { Check, ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from './button.tsx'
import { cn } from './cn.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
}

/** The box that every input-like control shares. */
export const inputBoxClass =
  'flex min-h-12 w-full items-center rounded-2xl border border-edge bg-card text-base text-ink transition-[border-color,box-shadow] duration-150'

export const inputFocusClass =
  'focus-within:border-brand-text focus-within:shadow-[inset_0_0_0_1px_var(--color-brand-text)] has-[[aria-invalid=true]]:border-danger has-[[aria-invalid=true]]:shadow-[inset_0_0_0_1px_var(--color-danger)] has-[input:disabled]:border-line has-[input:disabled]:bg-sunken'

export const TextInput = ({ prefix, suffix, className, ...input }: TextInputProps) => (
  <div dir={input.dir} className={cn(inputBoxClass, inputFocusClass, className)}>
    {prefix ? <span className="flex shrink-0 items-center ps-4 text-ink-soft">{prefix}</span> : null}
    <input
      type="text"
      {...input}
      className={cn(
        'min-h-[calc(var(--spacing)*12-2px)] w-full min-w-0 flex-1 rounded-2xl bg-transparent px-4 outline-none placeholder:text-ink-soft placeholder-shown:text-ellipsis',
        'placeholder:font-normal disabled:text-ink-soft',
        prefix ? 'ps-2' : null,
        suffix ? 'pe-2' : null,
      )}
    />
    {suffix ? <span className="flex shrink-0 items-center pe-4 text-ink-soft">{suffix}</span> : null}
  </div>
)

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix'>

export const PasswordInput = (input: PasswordInputProps) => {
  const t = useTranslations('common')
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton
          className="-me-3.5"
          label={t(isShown ? 'hide_password' : 'show_password')}
          icon={isShown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          disabled={input.disabled}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { readonly label: ReactNode }

export const Checkbox = ({ label, className, ...input }: CheckboxProps) => (
  <label className={cn('flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-base', className)}>
    <span className="relative mt-0.5 inline-flex size-5 shrink-0">
      <input
        {...input}
        type="checkbox"
        className="peer size-5 cursor-pointer appearance-none rounded-md border border-edge bg-card transition-colors duration-150 checked:border-brand checked:bg-brand disabled:bg-sunken aria-invalid:border-danger"
      />
      <Check
        size={14}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 m-auto text-brand-ink opacity-0 transition-opacity duration-150 peer-checked:opacity-100"
      />
    </span>
    <span className="min-w-0">{label}</span>
  </label>
)

export type SelectOption = { readonly value: string; readonly label: string }

export type SelectInputProps = Omit<ComponentProps<'select'>, 'children'> & {
  readonly options: readonly SelectOption[]
  /** `quiet` is for a choice of what is shown, beside the fields of forms. */
  readonly look?: keyof typeof selectLooks
}

const selectLooks = {
  field: `${inputBoxClass} hover:border-ink-soft aria-invalid:border-danger disabled:border-line disabled:bg-sunken`,
  quiet:
    'min-h-11 w-full rounded-2xl border border-line bg-card text-base text-ink transition-colors duration-150 hover:bg-sunken',
}

/** The system's own picker, inside a Field: a thumb knows it best. */
export const SelectInput = ({ options, look = 'field', className, ...select }: SelectInputProps) => (
  <span className="relative flex">
    <select
      {...select}
      className={cn(
        selectLooks[look],
        'cursor-pointer appearance-none truncate ps-4 pe-10 disabled:text-ink-soft',
        className,
      )}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={18}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-ink-soft"
    />
  </span>
)
