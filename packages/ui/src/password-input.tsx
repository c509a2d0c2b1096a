import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix'> & {
  readonly showLabel: string
  readonly hideLabel: string
}

export const PasswordInput = ({ showLabel, hideLabel, ...input }: PasswordInputProps) => {
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
          label={isShown ? hideLabel : showLabel}
          icon={isShown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          disabled={input.disabled}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
