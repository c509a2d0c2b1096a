import { lazyPart } from '@cashbox/client/lazy-part'
import { Suspense } from 'react'
import { Redirect, useLocation } from 'wouter'
import { AuthLayout } from './auth-layout.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
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
