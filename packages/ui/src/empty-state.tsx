import type { ReactNode } from 'react'

export type EmptyStateProps = {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
}

export const EmptyState = ({ icon, title, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
    <span className="mb-2 inline-flex size-16 items-center justify-center rounded-full bg-sunken text-ink-soft [&_svg]:size-7">
      {icon}
    </span>
    <p className="text-base font-semibold text-ink">{title}</p>
    {children ? <div className="max-w-sm text-base text-ink-soft">{children}</div> : null}
  </div>
)
