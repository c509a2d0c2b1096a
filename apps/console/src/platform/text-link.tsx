import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link among words. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-brand-text underline">
    {children}
  </Link>
)

/** An id, an address or another text that people compare letter by letter. */
export const Code = ({ text, className }: { text: string; className?: string }) => (
  // Isolated, and from the left in every language: a sign at its end would otherwise change sides.
  <bdi dir="ltr" className={className}>
    <code className="font-mono text-sm break-all">{text}</code>
  </bdi>
)
