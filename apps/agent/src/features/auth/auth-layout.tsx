import { BrandMark, BrandPattern } from '@cashbox/ui'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { LanguageChoice } from '../../platform/language/language-choice.tsx'
import { useScreenTitle } from '../../platform/screen.tsx'
import { useSettings } from '../../platform/settings.ts'
import { TextLink } from './text-link.tsx'

interface AuthLayoutProps {
  readonly source: 'login' | 'signup' | 'demo' | 'verify' | 'forgot' | 'reset'
  readonly children: ReactNode
}

export function AuthLayout({ source, children }: AuthLayoutProps) {
  const t = useTranslations('auth')
  const title = t(`${source}.title`)
  useScreenTitle(title)
  const heading = useHeadingFocus(source)
  const hasRoom = useHasRoom()
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-[35rem] flex-col px-4 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-6 lg:px-12">
        <Header isLogin={source === 'login'} />
        <main className="grid grid-cols-1 content-start gap-6 pt-6 lg:my-auto lg:py-10">
          <div className="flex items-start justify-between gap-2">
            <h1 ref={heading} tabIndex={-1} className="min-w-min flex-1 py-1 text-xl font-semibold outline-none">
              {title}
            </h1>
            <span className="min-w-0 [&>button]:max-w-full max-[400px]:[&>button]:gap-1.5 max-[400px]:[&>button]:px-2.5">
              <LanguageChoice variant="pill" />
            </span>
          </div>
          {children}
        </main>
      </div>
      {hasRoom && <BrandPanel />}
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

/** As `lg:` has it. A phone would draw the panel's many lines only to hide them. */
const useHasRoom = () => useSyncExternalStore(followRoom, () => room.matches)

/** Quiet company for the form where there is room. */
function BrandPanel() {
  const t = useTranslations('auth')
  return (
    <aside className="sticky top-0 flex h-dvh items-end overflow-hidden bg-brand text-brand-ink dark:bg-brand-soft dark:text-ink">
      <BrandPattern className="absolute inset-0" />
      <div className="relative w-full bg-linear-to-t from-brand from-40% dark:from-brand-soft p-12 pt-40">
        <p className="max-w-md text-xl font-semibold">{t('tagline')}</p>
      </div>
    </aside>
  )
}

/** A new page begins at its top, also for a screen reader. The first one begins where the browser is. */
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
