import { Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'

/** Stands where a form is about to be. */
export function FormSkeleton({ fields }: { fields: number }) {
  const t = useTranslations('common')
  return (
    <div role="status" aria-busy="true" className="grid gap-5">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: fields }, (_, index) => (
        <Skeleton key={index} className="h-[74px]" />
      ))}
      <Skeleton className="h-14" />
    </div>
  )
}
