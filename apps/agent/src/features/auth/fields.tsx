import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link with a touch target of 44 px. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 min-w-11 items-center rounded-lg font-semibold text-brand-text hover:underline"
  >
    {children}
  </Link>
)
