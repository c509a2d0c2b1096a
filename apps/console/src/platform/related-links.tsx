import { listAudit } from '@cashbox/contract/operator'
import { Link } from 'wouter'
import { useMay } from './roles.ts'

interface RelatedLink {
  readonly href: string
  readonly label: string
}

interface RelatedLinksProps {
  readonly links: readonly RelatedLink[]
  /** What was done about this thing, for operators who may read the audit. */
  readonly audit: { readonly kind: string; readonly id: string; readonly label: string }
}

/** Where there is more about a thing. */
export function RelatedLinks({ links, audit: { kind, id, label } }: RelatedLinksProps) {
  const mayAudit = useMay(listAudit)
  const ofAudit = new URLSearchParams({ subject_kind: kind, subject_id: id }).toString()
  const shown = mayAudit ? [...links, { href: `/audit?${ofAudit}`, label }] : links
  return (
    <p className="flex flex-wrap gap-x-6">
      {shown.map((link) => (
        <Link key={link.href} href={link.href} className="inline-flex min-h-11 items-center text-brand-text underline">
          {link.label}
        </Link>
      ))}
    </p>
  )
}
