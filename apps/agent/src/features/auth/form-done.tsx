import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

export function FormDone({ title, icon, children }: { title?: string; icon?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="grid justify-items-center gap-5 py-4 text-center wrap-anywhere">
      <span className="grid size-20 place-items-center rounded-full bg-brand-soft text-brand-text [&_svg]:size-9">
        {icon ?? <MailCheck aria-hidden />}
      </span>
      {title && (
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
      )}
      {children}
    </div>
  )
}

export function MailSent({ title, text }: { title: string; text: string }) {
  const t = useTranslations('auth')
  return (
    <FormDone title={title}>
      <p className="text-ink-soft">{text}</p>
      <TextLink href="/auth/login">{t('back_to_login')}</TextLink>
    </FormDone>
  )
}

/** Keeps an address left to right inside a sentence of any direction. */
export const isolated = (text: string): string => `\u2066${text}\u2069`

/** A link with a touch target of 44 px. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 min-w-11 items-center rounded-lg font-semibold text-brand-text hover:underline"
  >
    {children}
  </Link>
)
