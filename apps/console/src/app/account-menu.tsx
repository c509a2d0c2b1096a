import { CallFailure } from '@cashbox/client/call-failure'
import { useExplanation } from '@cashbox/client/failure-texts'
import { type Theme, themes } from '@cashbox/client/theme'
import { type Language, languageNames, languageOf, languages } from '@cashbox/contract'
import { logOutOperator } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { useLanguage } from '../platform/language/language.ts'
import { call } from '../platform/session/call.ts'
import { chooseOwnLanguage, dropSession, useOperator } from '../platform/session/session.ts'
import { chooseTheme, useTheme } from '../platform/theme.ts'
import { notify } from '../platform/toasts.ts'

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useTranslations()
  const { name, role } = useOperator()
  const theme = useTheme()
  const { language } = useLanguage()
  const chooseLanguage = useChooseLanguage()
  const [, navigate] = useLocation()
  const logOut = useLogOut()
  return (
    <MenuButton
      label={t('account.menu')}
      face={
        <>
          <UserRound size={18} aria-hidden className="shrink-0" />
          <span className="truncate max-sm:hidden">{name}</span>
          <Badge tone="neutral">{t(`roles.${role}`)}</Badge>
        </>
      }
      choices={[
        {
          label: t('language.label'),
          value: language,
          options: languages.map((value) => ({ value, label: languageNames[value] })),
          onValueChange: (value) => void chooseLanguage(languageOf(value)),
        },
        {
          label: t('theme.label'),
          value: theme,
          options: themes.map((value) => {
            const Icon = icons[value]
            return { value, label: t(`theme.${value}`), icon: <Icon aria-hidden /> }
          }),
          onValueChange: (value) => chooseTheme(themes.find((known) => known === value) ?? 'system'),
        },
      ]}
      actions={[
        { label: t('pages.account'), icon: <UserRound aria-hidden />, onSelect: () => navigate('/account') },
        { label: t('shortcuts.title'), icon: <Keyboard aria-hidden />, onSelect: onShortcuts },
        { label: t('account.log_out'), icon: <LogOut aria-hidden />, onSelect: () => void logOut() },
      ]}
    />
  )
}

function useChooseLanguage() {
  const explain = useExplanation()
  return (language: Language) => chooseOwnLanguage(language).catch((error: unknown) => notify('error', explain(error)))
}

/** If the call fails, the session still exists on the server, so the console stays logged in. */
function useLogOut() {
  const explain = useExplanation()
  const [, navigate] = useLocation()
  return async () => {
    try {
      await call(logOutOperator, {})
      dropSession()
      // The next operator starts on the first page. Only after the pages are gone, because the first one redirects.
      setTimeout(() => navigate('/', { replace: true }))
    } catch (error) {
      if (error instanceof CallFailure && error.status === 401) return
      notify('error', explain(error))
    }
  }
}
