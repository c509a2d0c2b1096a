import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { buttonClass, EmptyState, Skeleton } from '@cashbox/ui'
import { Compass, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { Failed } from '../platform/page/failed.tsx'
import { PageHead } from '../platform/page/page.tsx'
import { useOperator } from '../platform/session/session.ts'
import type { ConsolePage } from './pages.ts'

export function PageHost({ page: { page: Page, label, roles } }: { page: ConsolePage }) {
  const { role } = useOperator()
  const [path] = useLocation()
  if (!roles.includes(role)) return <RoleMissing label={label} roles={roles} />
  return (
    <ScreenBoundary key={path} failed={Failed}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </ScreenBoundary>
  )
}

function RoleMissing({ label, roles }: Pick<ConsolePage, 'label' | 'roles'>) {
  const t = useTranslations()
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(
    roles.map((role) => t(`roles.${role}`)),
  )
  return (
    <>
      <PageHead title={t(`pages.${label}`)} />
      <EmptyState icon={<Lock aria-hidden />} title={t('role_not_allowed.title')}>
        {t('role_not_allowed.text', { roles: names })}
      </EmptyState>
    </>
  )
}

export function NoSuchPage() {
  const t = useTranslations('no_such_page')
  return (
    <>
      <PageHead title={t('title')} />
      <EmptyState icon={<Compass aria-hidden />} title={t('text')}>
        <Link href="/" className={buttonClass({ variant: 'secondary' })}>
          {t('home')}
        </Link>
      </EmptyState>
    </>
  )
}

const PageSkeleton = () => (
  <div aria-busy="true" className="grid gap-5">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-64 w-full" />
  </div>
)
