import { BrandMark, BrandPattern } from '@cashbox/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../platform/page-title.ts'
import { LanguageSelect } from './language-select.tsx'

export type LogInStep = 'password' | 'code' | 'enrolment' | 'recovery' | 'activate'

/** The frame of every page before the console itself. */
export function LogInLayout({ step, children }: { step: LogInStep; children: ReactNode }) {
  const t = useTranslations()
  const title = t(`log_in.${step}.title`)
  usePageTitle(title)
  const heading = useHeadingFocus(step)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-start gap-6 p-6 pt-10 lg:content-center">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-3">
            <BrandMark className="size-9" />
            <span className="text-lg font-semibold">{t('common.name')}</span>
          </p>
          <LanguageSelect />
        </div>
        <div className="grid gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
            {title}
          </h1>
          <p className="text-ink-soft">{t(`log_in.${step}.text`)}</p>
        </div>
        {children}
      </main>
      <aside aria-hidden className="relative hidden overflow-hidden bg-slab text-slab-soft lg:block">
        <BrandPattern className="absolute inset-0" />
      </aside>
    </div>
  )
}

function useHeadingFocus(step: LogInStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // A field of the step that wants the focus has it already.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [step])
  return heading
}
