import { useForm } from '@cashbox/client/use-form'
import { type AppText, resetText } from '@cashbox/contract/operator'
import { Button, TextField } from '@cashbox/ui'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog, type ActProps } from '../../platform/act-dialog.tsx'
import { ActForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { renewWords } from '../../platform/load-language.ts'
import { notify } from '../../platform/notices.ts'
import { Quote } from './quote.tsx'
import { isOfConsole, keepText, renewTexts, type TextProps } from './texts.ts'

/** Restores the text that came with the program, after a question. */
export function ResetText(props: TextProps) {
  const t = useTranslations('app_texts.reset')
  const [isAsking, setAsking] = useState(false)
  const isGone = props.known.texts.en.default_text === null
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={<Undo2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(isGone ? 'remove' : 'button')}
      </Button>
      {isAsking && <ResetDialog {...props} isGone={isGone} onClose={() => setAsking(false)} />}
    </>
  )
}

type ResetDialogProps = TextProps & { readonly isGone: boolean; readonly onClose: () => void }

function ResetDialog({ known, language, isGone, onDone, onClose }: ResetDialogProps) {
  const t = useTranslations('app_texts')
  return (
    <ActDialog
      thing={known.texts[language]}
      title={() => t(isGone ? 'reset.remove_title' : 'reset.title')}
      reload={renewTexts}
      onClose={onClose}
    >
      {(seen, { onReload }) => (
        <ResetForm {...{ known, language, isGone, seen, onDone, onReload }} onCancel={onClose} />
      )}
    </ActDialog>
  )
}

interface ResetFormProps extends TextProps, ActProps {
  readonly isGone: boolean
  readonly seen: AppText
  readonly onCancel: () => void
}

function ResetForm({ known: { key }, language, isGone, seen, onDone, ...act }: ResetFormProps) {
  const t = useTranslations('app_texts')
  const { version, default_text } = seen
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const why = reason.trim() === '' ? {} : { reason }
      keepText(await call(resetText, { key, language, version, ...why }))
      if (isOfConsole(key)) await renewWords()
      notify('success', t(isGone ? 'reset.removed' : 'reset.done', { key }))
      onDone()
    },
  })
  const what = isGone ? 'text_gone' : default_text === null ? 'text_missing' : 'text'
  return (
    <ActForm
      {...act}
      form={form}
      text={t(`reset.${what}`)}
      submit={t(isGone ? 'reset.remove' : 'reset.submit')}
      variant="danger"
    >
      {default_text !== null && <Quote label={t('default_text')} language={language} text={default_text} />}
      <TextField form={form} name="reason" label={t('reason')} maxLength={500} isOptional />
    </ActForm>
  )
}
