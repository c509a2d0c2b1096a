import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link on a line of its own, as high as a thumb needs. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="inline-flex min-h-11 min-w-11 items-center rounded-lg font-semibold text-brand-text hover:underline"
  >
    {children}
  </Link>
)
