import { languageNames, languageOf, languages } from '@cashbox/contract'
import { NativeSelect } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../platform/language/language.ts'
import { chooseLanguageAtLogIn } from '../../platform/session/session.ts'

/** For the pages before the log-in; the account menu has the language afterwards. */
export function LanguageSelect() {
  const t = useTranslations('language')
  const { language } = useLanguage()
  return (
    <NativeSelect
      label={t('label')}
      isLabelHidden
      value={language}
      onValueChange={(code) => void chooseLanguageAtLogIn(languageOf(code))}
      options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
    />
  )
}
