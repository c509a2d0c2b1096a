import { useForm } from '@cashbox/client/use-form'
import { setText } from '@cashbox/contract/operator'
import { Field, TextField } from '@cashbox/ui'
import { TextArea } from '@cashbox/ui/dense/text-area'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { renewWords } from '../../platform/load-language.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { isOfConsole, keepText, languageName, type TextProps, writingOf } from './texts.ts'

/** A text of the app is one line; the app breaks it where it has to. */
const onOneLine = (text: string) => text.replaceAll(/\r?\n/g, ' ')

/** Says something else in one language; what is wrong with it is shown beside it. */
export function TextForm({ known, language, onDone, onReload }: TextProps & { readonly onReload: () => void }) {
  const t = useTranslations()
  const { key } = known
  // Of the moment the form was opened: what is sent is a change of what was seen.
  const [seen] = useState(known.texts[language])
  const form = useForm({
    initial: { text: seen.text ?? '', reason: '' },
    send: async ({ text, reason }) => {
      const why = reason.trim() === '' ? {} : { reason }
      keepText(await call(setText, { key, language, version: seen.version, text, ...why }))
      if (isOfConsole(key)) await renewWords()
      notify('success', t('app_texts.saved', { key }))
      onDone()
    },
  })
  const { text } = form.values
  // A whole page has paragraphs.
  const isPage = known.texts.en.default_text?.includes('\n') ?? false
  return (
    <form {...form.element} className="grid gap-4">
      <Field label={t('app_texts.own', { language: languageName(language) })} error={form.errors.text} isRequired>
        {(control) => (
          <TextArea
            {...control}
            {...writingOf(language)}
            name="text"
            rows={isPage ? 24 : 4}
            maxLength={isPage ? 20_000 : 2000}
            value={text}
            onChange={(event) => form.change('text', isPage ? event.target.value : onOneLine(event.target.value))}
          />
        )}
      </Field>
      <TextField form={form} name="reason" label={t('app_texts.reason')} maxLength={500} isOptional />
      <Submit
        form={form}
        label={t('common.save')}
        isDisabled={text.trim() === '' || text === seen.text}
        onReload={onReload}
      />
    </form>
  )
}
