import passwordTexts from 'virtual:english/password'
import { characterTypes, judgePassword, MIN_TYPES } from '@cashbox/contract'
import { cn, useDebounced } from '@cashbox/ui'
import { Circle, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { addBuiltIn } from './language/language.ts'

addBuiltIn(passwordTexts)

const PAUSE_MS = 1000

/** Each part of the rule, marked while the password is typed. */
export function PasswordMarks({ password }: { password: string }) {
  const t = useTranslations('password_marks')
  const { isLongEnough, found, isMixed } = judgePassword(password)
  return (
    <div className="grid gap-1 text-sm">
      <ul className="grid gap-1">
        <Mark isMet={isLongEnough} label={t('length')} />
        <Mark isMet={isMixed} label={t('types', { count: Math.min(found.length, MIN_TYPES) })} />
        <li>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 ps-6">
            {characterTypes.map((type) => (
              <Mark key={type} isMet={found.includes(type)} label={t(type)} />
            ))}
          </ul>
        </li>
      </ul>
      <Spoken password={password} />
    </div>
  )
}

function Mark({ isMet, label }: { isMet: boolean; label: string }) {
  const t = useTranslations('password_marks')
  const Icon = isMet ? CircleCheck : Circle
  return (
    <li className={cn('flex items-center gap-2', isMet ? 'text-approved' : 'text-ink-soft')}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
      <span className="sr-only">: {t(isMet ? 'met' : 'missing')}</span>
    </li>
  )
}

/** Said when typing pauses, and not after each key. */
function Spoken({ password }: { password: string }) {
  const t = useTranslations('password_marks')
  const settled = useDebounced(password, PAUSE_MS)
  const { isLongEnough, isMixed, isGood, found } = judgePassword(settled)
  const missing = [isLongEnough ? [] : t('length'), isMixed ? [] : t('types', { count: found.length })].flat()
  return (
    <p role="status" className="sr-only">
      {settled !== '' && (isGood ? t('good') : t('still_missing', { rules: missing.join('; ') }))}
    </p>
  )
}
