import type { ReactNode } from 'react'
import { Link } from 'wouter'

export const MoneyLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-brand-text underline">
    {children}
  </Link>
)

export const Code = ({ text }: { text: string }) => <code className="font-mono text-sm break-all">{text}</code>
