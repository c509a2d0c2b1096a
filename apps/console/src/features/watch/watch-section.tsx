import { Card } from '@cashbox/ui'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface WatchSectionProps {
  /** Alerts link to this anchor. */
  readonly id: string
  readonly title: string
  readonly link?: { readonly href: string; readonly label: string }
  readonly text?: ReactNode
  /** Shown where there are no lines, and instead of a content that is missing. */
  readonly none?: string | false
  readonly lines?: readonly ReactNode[] | undefined
  readonly children?: ReactNode
}

export const WatchSection = ({ id, title, link, text, lines, none = false, children }: WatchSectionProps) => (
  <div className="grid min-w-0 content-start gap-2">
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 id={id} className="scroll-mt-20 font-semibold">
        {title}
      </h2>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {link && (
        <Link
          href={link.href}
          className="ms-auto inline-flex items-center gap-1 font-semibold text-brand-text hover:underline"
        >
          {link.label}
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </div>
    {lines && lines.length > 0 ? (
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card">{lines}</ul>
    ) : none === false ? (
      children
    ) : (
      <Card className="text-ink-soft">{none}</Card>
    )}
  </div>
)

export const Line = ({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }) => (
  <li className="flex items-baseline justify-between gap-4 px-4 py-1.5">
    <span className="grid min-w-0">
      <span className="wrap-anywhere first-letter:uppercase">{label}</span>
      {hint && <span className="text-sm text-ink-soft">{hint}</span>}
    </span>
    <span className="grid justify-items-end text-end">{children}</span>
  </li>
)
