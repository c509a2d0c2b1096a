import { resetText, setText } from '@cashbox/contract/operator'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/roles.ts'
import { Facts, When } from '../../platform/values.tsx'
import { MessageRules } from './message-rules-help.tsx'
import { Quote } from './quote.tsx'
import { ResetText } from './reset-text.tsx'
import { TextForm } from './text-form.tsx'
import { TextProblem } from './text-problem.tsx'
import { languageName, renewTexts, type TextProps } from './texts.ts'

/** One text in one language, with the English beside it. */
export function TextDetail({ known, language, onDone }: TextProps) {
  const t = useTranslations('app_texts')
  const maySet = useMay(setText)
  const mayReset = useMay(resetText)
  const [round, setRound] = useState(0)
  const { en, [language]: spoken } = known.texts
  const isGone = en.default_text === null
  const isEditable = maySet && !isGone
  const reload = () => void renewTexts().then(() => setRound(round + 1))
  return (
    <div className="grid gap-5">
      <TextProblem known={known} language={language} />
      {language !== 'en' && !isGone && <Quote label={t('english')} language="en" text={en.text} />}
      {!isGone && (
        <Quote label={t('default_text')} language={language} text={spoken.default_text} otherwise={t('no_shipped')} />
      )}
      {spoken.is_changed && !isEditable && (
        <Quote label={t('own', { language: languageName(language) })} language={language} text={spoken.text} />
      )}
      {en.default_text !== null && <MessageRules message={en.default_text} language={language} />}
      {isEditable && <TextForm key={round} known={known} language={language} onDone={onDone} onReload={reload} />}
      {spoken.is_changed && (
        <section className="grid gap-4 border-t border-line pt-5">
          <Facts
            facts={[
              [t('changed_by'), spoken.changed_by],
              [t('changed_at'), <When key="at" seconds={spoken.changed_at} />],
            ]}
          />
          {mayReset && <ResetText known={known} language={language} onDone={onDone} />}
        </section>
      )}
    </div>
  )
}
