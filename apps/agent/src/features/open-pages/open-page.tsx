import pageTexts from 'virtual:english/pages'
import { BrandMark } from '@cashbox/ui'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { addBuiltIn } from '../../platform/language/language.ts'
import { LanguageChoice } from '../../platform/language/language-choice.tsx'
import { useScreenTitle } from '../../platform/screen.tsx'
import { useSession } from '../../platform/session/session.ts'

addBuiltIn(pageTexts)

export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('common')
  const isSignedIn = useSession().status === 'success'
  useScreenTitle(title)
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pt-4 pb-[max(2rem,env(safe-area-inset-bottom))]">
      <header className="flex items-center justify-between gap-4 pb-4">
        <Link
          href={isSignedIn ? '/profile' : '/auth/login'}
          aria-label={t('back')}
          className="inline-flex min-h-11 items-center gap-2 rounded-xl pe-2"
        >
          <ChevronLeft aria-hidden size={20} className="text-ink-soft rtl:-scale-x-100" />
          <BrandMark className="size-10" />
        </Link>
        <LanguageChoice variant="pill" />
      </header>
      <main className="grid gap-4">
        <h1 className="text-xl font-semibold">{title}</h1>
        {children}
      </main>
    </div>
  )
}
