import { lazyPart } from '@cashbox/client/screen-boundary'
import { BrandMark, BrandPattern, Skeleton } from '@cashbox/ui'
import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useLocation } from 'wouter'
import { LanguageChoice } from '../../platform/language/language-choice.tsx'
import { useScreenTitle } from '../../platform/screen.tsx'
import { useSettings } from '../../platform/settings.ts'
import { TextLink } from './form-done.tsx'
import { LoginPage } from './login-page.tsx'

const SignupPage = lazyPart(() => import('./signup-page.tsx'), 'SignupPage')
const DemoPage = lazyPart(() => import('./demo-page.tsx'), 'DemoPage')
const VerifyPage = lazyPart(() => import('./verify-page.tsx'), 'VerifyPage')
const ForgotPage = lazyPart(() => import('./password-pages.tsx'), 'ForgotPage')
const NewPasswordPage = lazyPart(() => import('./password-pages.tsx'), 'NewPasswordPage')

const screens = {
  '/auth/login': { source: 'login', fields: 2, Page: LoginPage },
  '/auth/signup': { source: 'signup', fields: 5, Page: SignupPage },
  '/auth/request-demo': { source: 'signup', fields: 5, Page: SignupPage },
  '/auth/demo': { source: 'demo', fields: 4, Page: DemoPage },
  '/auth/verify': { source: 'verify', fields: 1, Page: VerifyPage },
  '/auth/forgot-password': { source: 'forgot', fields: 1, Page: ForgotPage },
  '/auth/new-password': { source: 'reset', fields: 2, Page: NewPasswordPage },
} as const

const isScreen = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path)

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

type Source = (typeof screens)[keyof typeof screens]['source']

function AuthLayout({ source, children }: { source: Source; children: ReactNode }) {
  const t = useTranslations('auth')
  const title = t(`${source}.title`)
  useScreenTitle(title)
  const heading = useHeadingFocus(source)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-[35rem] flex-col px-4 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-6 lg:px-12">
        <Header isLogin={source === 'login'} />
        <main className="grid grid-cols-1 content-start gap-6 pt-6 lg:my-auto lg:py-10">
          <div className="flex items-start justify-between gap-2">
            <h1
              ref={heading}
              tabIndex={-1}
              className="min-w-min flex-1 py-1 text-xl font-semibold outline-none max-[22rem]:py-2 max-[22rem]:text-lg"
            >
              {title}
            </h1>
            <span className="min-w-0 [&>button]:max-w-full max-[400px]:[&>button]:gap-1.5 max-[400px]:[&>button]:px-2.5">
              <LanguageChoice variant="pill" />
            </span>
          </div>
          {children}
        </main>
      </div>
      <BrandPanel />
    </div>
  )
}

function Header({ isLogin }: { isLogin: boolean }) {
  const t = useTranslations('auth')
  const { partner_name } = useSettings()
  return (
    <header className="flex items-center justify-between gap-4 pt-4 lg:pt-8">
      <Link href="/auth/login" className="flex min-h-11 min-w-0 items-center gap-3 rounded-2xl">
        <BrandMark className="size-10" />
        <span className="truncate text-lg font-semibold">{partner_name}</span>
      </Link>
      <TextLink href={isLogin ? '/auth/signup' : '/auth/login'}>{isLogin ? t('to_signup') : t('to_login')}</TextLink>
    </header>
  )
}

const room = window.matchMedia('(min-width: 64rem)')

function followRoom(listener: () => void) {
  room.addEventListener('change', listener)
  return () => room.removeEventListener('change', listener)
}

/** From the width of `lg:`. Phones don't render it at all. */
function BrandPanel() {
  const t = useTranslations('auth')
  if (!useSyncExternalStore(followRoom, () => room.matches)) return null
  return (
    <aside className="sticky top-0 flex h-dvh items-end overflow-hidden bg-brand text-brand-ink dark:bg-brand-soft dark:text-ink">
      <BrandPattern className="absolute inset-0" />
      <div className="relative w-full bg-linear-to-t from-brand from-40% dark:from-brand-soft p-12 pt-40">
        <p className="max-w-md text-xl font-semibold">{t('tagline')}</p>
      </div>
    </aside>
  )
}

/** Moves the focus to the heading of a new page, but not of the first one. */
function useHeadingFocus(source: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(source)
  useEffect(() => {
    if (shown.current === source) return
    shown.current = source
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [source])
  return heading
}
