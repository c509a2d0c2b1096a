import { sendTestLetter } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { renewChecklist } from '../../platform/checklist.ts'
import { useExplanation } from '../../platform/explain-failure.ts'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'

/** Whether letters leave the server, tried out on the operator's own address. */
export function TestLetter() {
  const t = useTranslations('settings.test_letter')
  const explain = useExplanation()
  const [isBusy, setBusy] = useState(false)
  if (!useMay(sendTestLetter)) return null
  const send = async () => {
    setBusy(true)
    try {
      const { to } = await call(sendTestLetter, {})
      notify('success', t('sent', { to }))
      await renewChecklist()
    } catch (error) {
      notify('error', explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-2">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-ink-soft">{t('text')}</p>
      </div>
      <Button variant="secondary" isBusy={isBusy} icon={<Mail size={16} aria-hidden />} onClick={() => void send()}>
        {t('button')}
      </Button>
    </Card>
  )
}
