import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

interface PageHeadProps {
  readonly title: string
  readonly text?: ReactNode
  /** What can be done on the whole page, such as making a new one. */
  readonly actions?: ReactNode
}

/** The top of every page, and the title of the browser's tab. */
export function PageHead({ title, text, actions }: PageHeadProps) {
  usePageTitle(title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid min-w-0 gap-0.5">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        {text && <p className="max-w-prose text-ink-soft">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
