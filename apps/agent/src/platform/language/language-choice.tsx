import { type Language, languageNames, languageOf } from '@cashbox/contract'
import { Choice } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useDictionaries } from '../dictionaries.ts'
import { notify } from '../toasts.ts'
import { shown, useLanguage } from './language.ts'
import { chooseLanguage } from './load-language.ts'

/** Placeholder of the same width until the dictionaries are loaded. */
const NO_FLAG = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

export function useChoiceTexts() {
  const t = useTranslations('common')
  return {
    placeholder: t('choose'),
    searchLabel: t('search'),
    searchPlaceholder: t('search'),
    noMatchText: t('no_matching_data'),
  }
}

export function LanguageChoice({ variant, isConfirmed = false }: { variant: 'pill' | 'row'; isConfirmed?: boolean }) {
  const t = useTranslations('common')
  const { language } = useLanguage()
  const { languages } = useDictionaries()
  const options = languages.map(({ code, name, image }) => ({ value: code, label: name, image, keywords: code }))
  const choose = async (code: Language) => {
    await chooseLanguage(code)
    if (isConfirmed) notify('success', shown.get().messages.common.updated)
  }
  return (
    <Choice
      variant={variant}
      label={t('language')}
      value={language}
      onValueChange={(code) => void choose(languageOf(code))}
      options={options.length > 0 ? options : [{ value: language, label: languageNames[language], image: NO_FLAG }]}
      {...useChoiceTexts()}
    />
  )
}
