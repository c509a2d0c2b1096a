import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from './button.tsx'

export type CopyButtonProps = {
  readonly label: string
  readonly text: string
  readonly onCopied?: (() => void) | undefined
  readonly onFailed?: ((error: Error) => void) | undefined
  readonly variant?: 'icon' | 'button' | 'primary' | undefined
  readonly isWide?: boolean | undefined
  readonly className?: string | undefined
}

const copiedForMs = 2000

export const CopyButton = (props: CopyButtonProps) => {
  const { label, text, onCopied, onFailed, variant = 'icon', isWide, className } = props
  const t = useTranslations('common')
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
  const shownLabel = isCopied ? t('copied') : label
  const shown = {
    className,
    icon: isCopied ? <Check size={20} className="text-approved" aria-hidden /> : <Copy size={20} aria-hidden />,
    onClick: () => void copy(),
  }
  if (variant === 'icon') return <IconButton {...shown} label={shownLabel} />
  return (
    <Button {...shown} variant={variant === 'primary' ? 'primary' : 'secondary'} isWide={isWide}>
      {shownLabel}
    </Button>
  )
}
