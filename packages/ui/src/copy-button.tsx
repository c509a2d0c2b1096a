import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from './button.tsx'

export type CopyButtonProps = {
  readonly label: string
  readonly text: string
  readonly onCopied?: (() => void) | undefined
  /** With the browser's message, which may be empty. */
  readonly onFailed?: ((message: string) => void) | undefined
  readonly variant?: 'icon' | 'button' | 'primary' | undefined
  readonly isWide?: boolean | undefined
  readonly className?: string | undefined
}

const copiedForMs = 2000

/** Browsers offer the clipboard only to secure pages; elsewhere a selected text can be copied. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const pressed = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  // Beside the button: a dialog keeps the focus inside.
  ;(pressed?.parentElement ?? document.body).append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (pressed instanceof HTMLElement) pressed.focus()
  if (!isDone) throw new Error()
}

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
      await copyText(text)
      setCopied(true)
      onCopied?.()
    } catch (error) {
      onFailed?.(error instanceof Error ? error.message : String(error))
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
