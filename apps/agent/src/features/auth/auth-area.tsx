import { lazyPart } from '@cashbox/client/lazy-part'
import { Skeleton } from '@cashbox/ui'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation } from 'wouter'
import { AuthLayout } from './auth-layout.tsx'
import { LoginPage } from './login-page.tsx'

const SignupPage = lazyPart(() => import('./signup-page.tsx'), 'SignupPage')
const DemoPage = lazyPart(() => import('./demo-page.tsx'), 'DemoPage')
const VerifyPage = lazyPart(() => import('./verify-page.tsx'), 'VerifyPage')
const ForgotPage = lazyPart(() => import('./forgot-page.tsx'), 'ForgotPage')
const NewPasswordPage = lazyPart(() => import('./new-password-page.tsx'), 'NewPasswordPage')

const screens = {
  '/auth/login': { source: 'login', fields: 2, Page: LoginPage },
  '/auth/signup': { source: 'signup', fields: 11, Page: SignupPage },
  '/auth/request-demo': { source: 'signup', fields: 11, Page: SignupPage },
  '/auth/demo': { source: 'demo', fields: 4, Page: DemoPage },
  '/auth/verify': { source: 'verify', fields: 1, Page: VerifyPage },
  '/auth/forgot-password': { source: 'forgot', fields: 1, Page: ForgotPage },
  '/auth/new-password': { source: 'reset', fields: 2, Page: NewPasswordPage },
} as const

const isScreen = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path)

/** Everything before the log-in. */
export function AuthArea() {
  const [path] = useLocation()
  if (!isScreen(path)) return <Redirect to="/auth/login" replace />
  const { source, fields, Page } = screens[path]
  return (
    <AuthLayout source={source}>
      <Suspense fallback={<FormSkeleton fields={fields} />}>
        <Page />
      </Suspense>
    </AuthLayout>
  )
}

/** Shown in the place of a form until it is loaded. */
function FormSkeleton({ fields }: { fields: number }) {
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
