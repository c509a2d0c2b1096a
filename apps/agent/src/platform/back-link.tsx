import { ChevronLeft } from 'lucide-react'
import { Link } from 'wouter'

/** Above the title of a screen that belongs to another one. */
export const BackLink = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <Link
    href={href}
    className="-ms-2 inline-flex min-h-11 items-center gap-1 justify-self-start rounded-xl pe-2 text-ink-soft hover:text-ink"
  >
    <ChevronLeft aria-hidden size={20} className="rtl:-scale-x-100" />
    {text}
  </Link>
)
