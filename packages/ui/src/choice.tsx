import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Spinner } from './button.tsx'
import { rowClass } from './card.tsx'
import type { ChoiceOption, ChoiceTexts } from './choice-list.tsx'
import { cn } from './cn.ts'
import type { FieldControl } from './form-fields.tsx'
import { useLatePart } from './hooks.ts'
import { inputBoxClass } from './inputs.tsx'

type ChoiceVariant = 'input' | 'pill' | 'row'

export type ChoiceProps = Partial<FieldControl> &
  ChoiceTexts & {
    readonly value: string | null
    readonly onValueChange: (value: string) => void
    readonly options: readonly ChoiceOption[]
    readonly placeholder: string
    readonly minSearchLength?: number | undefined
    readonly isSearchable?: boolean | undefined
    readonly isDisabled?: boolean | undefined
    readonly variant?: ChoiceVariant | undefined
  }

const loadList = async () => (await import('./choice-list.tsx')).ChoiceList

const variants: Record<ChoiceVariant, string> = {
  input: `${inputBoxClass} gap-2.5 px-4 text-start hover:border-ink-soft aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-soft`,
  pill: 'inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-card px-4 text-base transition-colors duration-150 hover:bg-sunken',
  row: `${rowClass} transition-colors duration-150 hover:bg-sunken active:bg-line -outline-offset-2`,
}

export const Choice = (props: ChoiceProps) => {
  const { value, onValueChange, options, placeholder, variant = 'input', isDisabled } = props
  const { Part: List, isOpen, open, close, fetchAhead } = useLatePart(loadList)
  const listId = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      <button
        type="button"
        role="combobox"
        id={props.id}
        aria-label={props['aria-labelledby'] ? undefined : props.label}
        aria-labelledby={props['aria-labelledby']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid'] || undefined}
        aria-required={props['aria-required'] || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen && List !== null}
        aria-controls={isOpen && List ? listId : undefined}
        aria-busy={(isOpen && !List) || undefined}
        disabled={isDisabled}
        className={variants[variant]}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={open}
      >
        <Face
          isLoading={isOpen && !List}
          chosen={chosen}
          placeholder={placeholder}
          variant={variant}
          label={props.label}
        />
      </button>
      {List ? (
        <List
          id={listId}
          texts={props}
          isOpen={isOpen}
          onClose={close}
          value={value}
          onValueChange={onValueChange}
          options={options}
          isSearchable={props.isSearchable ?? true}
          minSearchLength={props.minSearchLength ?? 1}
        />
      ) : null}
    </>
  )
}

type FaceProps = Pick<ChoiceProps, 'placeholder' | 'label'> & {
  readonly chosen: ChoiceOption | undefined
  readonly variant: ChoiceVariant
  readonly isLoading: boolean
}

const Face = ({ isLoading, chosen, placeholder, label, variant }: FaceProps) => {
  const picture = chosen?.image ? (
    <img src={chosen.image} alt="" className="size-5 shrink-0 rounded-full object-cover" />
  ) : null
  const text = chosen?.label ?? placeholder
  const Arrow = variant === 'row' ? ChevronRight : ChevronDown
  const end = isLoading ? (
    <Spinner size={18} className="shrink-0 text-ink-soft" />
  ) : (
    <Arrow
      size={18}
      aria-hidden="true"
      className={cn('shrink-0 text-ink-soft', variant === 'row' && 'rtl:-scale-x-100')}
    />
  )
  if (variant === 'row') {
    return (
      <>
        <span className="shrink-0">{label}</span>
        <span className="ms-auto flex min-w-0 items-center gap-2 text-ink-soft">
          {picture}
          <bdi className="min-w-0 text-end break-words">{text}</bdi>
        </span>
        {end}
      </>
    )
  }
  return (
    <>
      {picture}
      <span className={cn('min-w-0 flex-1 truncate', !chosen && 'text-ink-soft')}>{text}</span>
      {end}
    </>
  )
}
