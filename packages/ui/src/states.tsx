import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

export const EmptyState = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children?: ReactNode }) => (
  <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
    <span className="mb-2 inline-flex size-16 items-center justify-center rounded-full bg-sunken text-ink-soft [&_svg]:size-7">
      {icon}
    </span>
    <p className="text-base font-semibold text-ink">{title}</p>
    {children ? <div className="max-w-sm text-base text-ink-soft">{children}</div> : null}
  </div>
)

export type ErrorStateProps = {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly onRetry: () => void
  readonly isRetrying?: boolean | undefined
  /** What support would ask for: a request id, a code. */
  readonly detail?: ReactNode
}

export const ErrorState = ({ title, text, onRetry, isRetrying, detail }: ErrorStateProps) => {
  const t = useTranslations('common')
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-2 inline-flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert size={28} aria-hidden="true" />
      </span>
      <p className="text-base font-semibold text-ink">{title}</p>
      {text ? <p className="max-w-sm text-base text-ink-soft">{text}</p> : null}
      <Button
        variant="secondary"
        className="mt-3"
        isBusy={isRetrying}
        icon={<RotateCw size={18} aria-hidden="true" />}
        onClick={onRetry}
      >
        {t('retry')}
      </Button>
      {detail ? <p className="mt-2 font-mono text-sm break-all text-ink-soft">{detail}</p> : null}
    </div>
  )
}

export type SkeletonProps = { readonly className?: string | undefined }

/** Give it the size of what will take its place, so that nothing jumps. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <span aria-hidden="true" className={cn('block animate-pulse rounded-lg bg-line/70', className)} />
)
