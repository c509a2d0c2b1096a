import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'

export type CopyButtonProps = {
  readonly label: string
  readonly copiedLabel: string
  readonly text: string
  readonly onCopied?: (() => void) | undefined
  readonly onFailed?: ((error: Error) => void) | undefined
  readonly variant?: 'icon' | 'button' | 'primary' | undefined
  readonly isWide?: boolean | undefined
  readonly className?: string | undefined
}

const copiedForMs = 2000

export const CopyButton = (props: CopyButtonProps) => {
  const { label, copiedLabel, text, onCopied, onFailed, variant = 'icon', isWide, className } = props
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch (error) {
      onFailed?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const look = isCopied ? (
    <Check size={20} className="text-approved" aria-hidden="true" />
  ) : (
    <Copy size={20} aria-hidden="true" />
  )
  if (variant === 'icon') {
    return (
      <IconButton
        className={className}
        label={isCopied ? copiedLabel : label}
        icon={look}
        onClick={() => void copy()}
      />
    )
  }
  return (
    <Button
      className={className}
      variant={variant === 'primary' ? 'primary' : 'secondary'}
      isWide={isWide}
      icon={look}
      onClick={() => void copy()}
    >
      {isCopied ? copiedLabel : label}
    </Button>
  )
}
