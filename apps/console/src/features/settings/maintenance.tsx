import { changeConsoleSettings } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { Check, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { LookBadge } from '../../platform/look-badge.tsx'
import { useMay } from '../../platform/roles.ts'
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
        <LookBadge look={isOpen ? ['approved', Check] : ['pending', Wrench]}>{t(isOpen ? 'open' : 'closed')}</LookBadge>
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
  const t = useTranslations('settings')
  const actOf = ({ settings }: Versioned) => (settings.is_off_maintenance ? 'close' : 'open_again')
  return (
    <ActDialog
      thing={versioned}
      title={(seen) => t(`maintenance.${actOf(seen)}.title`)}
      reload={renewSettings}
      onClose={onClose}
    >
      {(seen, props) => {
        const act = actOf(seen)
        const change = { version: seen.version, is_off_maintenance: !seen.settings.is_off_maintenance }
        return (
          <ReasonForm
            {...props}
            text={t(`maintenance.${act}.text`)}
            reasonHelp={t('reason_help')}
            submit={t(`maintenance.${act}.submit`)}
            variant={act === 'close' ? 'danger' : 'primary'}
            done={t(`maintenance.${act}.done`)}
            send={async (reason) => keepSettings(await call(changeConsoleSettings, { ...change, reason }))}
          />
        )
      }}
    </ActDialog>
  )
}
