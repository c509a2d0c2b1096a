import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { cn } from './cn.ts'
import type { FieldControl } from './form-fields.tsx'

/** The longest code that any provider sends. */
export const maxCodeLength = 20

const onlyCode = (text: string) => text.replace(/[^0-9A-Za-z]/g, '')

/** The code, and where its next character goes: a box, or one past the last. */
type CodeState = { readonly code: string; readonly position: number }

/** What typing or pasting `text` into the box at `position` makes of a code. */
export const typeCode = (code: string, position: number, text: string, length: number): CodeState => {
  const typed = onlyCode(text)
  // A whole code replaces what was in the boxes before.
  if (typed.length >= length)
    return { code: typed.slice(0, maxCodeLength), position: Math.min(typed.length, maxCodeLength) }
  const before = code.slice(0, position)
  const next = (before + typed + code.slice(before.length + typed.length)).slice(0, maxCodeLength)
  return { code: next, position: Math.min(before.length + typed.length, maxCodeLength) }
}

/** What Backspace in the box at `position` makes of a code: an empty box passes the press to the last character. */
export const eraseCode = (code: string, position: number): CodeState => {
  const at = Math.min(position, code.length - 1)
  return at < 0 ? { code, position: 0 } : { code: code.slice(0, at) + code.slice(at + 1), position: at }
}

type CodeInputProps = Pick<FieldControl, 'id' | 'aria-describedby' | 'aria-invalid'> & {
  /** Names the group. */
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Boxes to draw; a longer code gets more of them, a shorter one is allowed. */
  readonly length: number
  readonly digitLabel: (position: number) => string
  readonly isDisabled: boolean
}

const boxClass = cn(
  'h-14 min-w-0 max-w-16 flex-1 basis-10 rounded-2xl border border-edge bg-card text-center font-mono text-lg font-semibold',
  'outline-none transition-[border-color,box-shadow] duration-150',
  'focus:border-brand-text focus:shadow-[inset_0_0_0_1px_var(--color-brand-text)]',
  'aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-soft',
)

export const CodeInput = (props: CodeInputProps) => {
  const { id, label, value, onValueChange, length, digitLabel, isDisabled } = props
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const count = Math.max(length, value.length)
  const takeCode = ({ code, position }: CodeState) => {
    if (code !== value) onValueChange(code)
    const last = Math.max(length, code.length) - 1
    const focus = () => {
      const box = boxes.current[Math.min(position, last)]
      box?.focus()
      // Past the end the last box keeps its character, and what is typed comes after it.
      if (position > last) box?.setSelectionRange(1, 1)
    }
    // At once, or a scanner's next character would land in this box; unless the next one is yet to be drawn.
    if (position <= last && boxes.current[position]) focus()
    else requestAnimationFrame(focus)
  }
  const onPaste = (event: ClipboardEvent, position: number) => {
    event.preventDefault()
    takeCode(typeCode(value, position, event.clipboardData.getData('text'), length))
  }
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    if (event.key === 'Backspace') takeCode(eraseCode(value, position))
    else if (event.key === 'ArrowLeft') boxes.current[position - 1]?.focus()
    else if (event.key === 'ArrowRight') boxes.current[position + 1]?.focus()
    else return
    event.preventDefault()
  }
  const onType = (text: string, position: number) => {
    const present = value[position] ?? ''
    // Beside a character that was not selected the new one replaces it; after the last box it lengthens the code.
    const isReplacing = present !== '' && text.length === 2 && position < count - 1
    takeCode(
      text === ''
        ? eraseCode(value, position)
        : typeCode(value, position, isReplacing ? text.replace(present, '') : text, length),
    )
  }
  return (
    <fieldset
      dir="ltr"
      aria-label={label}
      aria-describedby={props['aria-describedby']}
      className="flex min-w-0 flex-wrap gap-2"
    >
      {Array.from({ length: count }, (_, position) => (
        <input
          // oxlint-disable-next-line react/no-array-index-key -- a box is its position
          key={position}
          ref={(box) => {
            boxes.current[position] = box
          }}
          id={position === 0 ? id : undefined}
          aria-label={digitLabel(position + 1)}
          aria-invalid={props['aria-invalid'] || undefined}
          value={value[position] ?? ''}
          disabled={isDisabled}
          type="text"
          // Security codes are digits.
          inputMode="numeric"
          autoComplete={position === 0 ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          onPaste={(event) => onPaste(event, position)}
          onKeyDown={(event) => onKeyDown(event, position)}
          // Not onChange: typing the character that is already there must go on to the next box too.
          onInput={(event) => onType(event.currentTarget.value, position)}
          onChange={() => {}}
          className={boxClass}
        />
      ))}
    </fieldset>
  )
}
