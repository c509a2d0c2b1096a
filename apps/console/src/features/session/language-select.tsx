import { languageNames, languageOf, languages } from '@cashbox/contract'
import { NativeSelect } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useWords } from '../../platform/language.ts'
import { chooseLanguageAtLogIn } from '../../platform/session.ts'

/** The language before there is an account to keep it with. */
export function LanguageSelect() {
  const t = useTranslations('language')
  const { language } = useWords()
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
