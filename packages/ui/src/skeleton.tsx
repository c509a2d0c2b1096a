import { cn } from './cn.ts'

export type SkeletonProps = { readonly className?: string | undefined }

/** Give it the size of what will take its place, so that nothing jumps. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <span aria-hidden="true" className={cn('block animate-pulse rounded-lg bg-line/70', className)} />
)
