import { changeConsoleSettings } from '@cashbox/contract/operator'
import { Badge, Button, Card } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Check, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { useMay } from '../../platform/roles.ts'
import { Submit } from '../../platform/submit.tsx'
import { keepSettings, renewSettings, type Versioned } from './settings.ts'

interface MaintenanceProps {
  readonly versioned: Versioned
}

/** Whether agents can work, and the switch for it. */
export function Maintenance({ versioned }: MaintenanceProps) {
  const t = useTranslations('settings.maintenance')
  const mayChange = useMay(changeConsoleSettings)
  const [isAsking, setAsking] = useState(false)
  const isOpen = versioned.settings.is_off_maintenance
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid justify-items-start gap-2">
        <h2 className="font-semibold">{t('title')}</h2>
        <Badge tone={isOpen ? 'approved' : 'pending'} icon={isOpen ? <Check aria-hidden /> : <Wrench aria-hidden />}>
          {t(isOpen ? 'open' : 'closed')}
        </Badge>
        <p className="text-ink-soft">{t(isOpen ? 'open_text' : 'closed_text')}</p>
      </div>
      {mayChange && (
        <Button variant={isOpen ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
          {t(isOpen ? 'close.button' : 'open_again.button')}
        </Button>
      )}
      {isAsking && <SwitchDialog versioned={versioned} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function SwitchDialog({ versioned, onClose }: MaintenanceProps & { onClose: () => void }) {
  const t = useTranslations()
  // Of the moment it was opened: it must not turn into its opposite under the hand.
  const [{ settings, version }] = useState(versioned)
  const act = settings.is_off_maintenance ? 'close' : 'open_again'
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const is_off_maintenance = !settings.is_off_maintenance
      keepSettings(await call(changeConsoleSettings, { version, reason, is_off_maintenance }))
      notify('success', t(`settings.maintenance.${act}.done`))
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={t(`settings.maintenance.${act}.title`)} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-4">
        <p>{t(`settings.maintenance.${act}.text`)}</p>
        <TextAreaField
          form={form}
          name="reason"
          label={t('settings.reason')}
          help={t('settings.reason_help')}
          maxLength={500}
        />
        <Submit
          form={form}
          label={t(`settings.maintenance.${act}.submit`)}
          variant={act === 'close' ? 'danger' : 'primary'}
          isDisabled={form.values.reason.trim() === ''}
          onCancel={onClose}
          onReload={() => void renewSettings().then(onClose)}
        />
      </form>
    </Sheet>
  )
}
