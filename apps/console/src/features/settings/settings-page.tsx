import { changeConsoleSettings, readChecklist, sendTestMail } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { Ban, Check, type LucideIcon, Mail, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { call, refresh, useMay } from '../../platform/session/session.ts'
import { notify, useWork } from '../../platform/toasts.ts'
import { IconBadge } from '../../platform/values/values.tsx'
import {
  AppearanceFacts,
  AppearanceForm,
  cacheSettings,
  refreshSettings,
  useSettings,
  type Versioned,
} from './appearance-form.tsx'

export function SettingsPage() {
  const t = useTranslations()
  return (
    <>
      <PageHead title={t('pages.settings')} text={t('settings.text')} />
      <div className="grid max-w-3xl gap-4">
        <Loaded query={useSettings()} isInCard>
          {(versioned) => (
            <>
              <AppSwitch name="maintenance" field="is_off_maintenance" closedIcon={Wrench} versioned={versioned} />
              <AppSwitch name="demo" field="is_demo_offered" closedIcon={Ban} versioned={versioned} />
              <TestMail />
              <Appearance versioned={versioned} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** The form starts again after a change, and when the operator reloads it after another operator's change. */
function Appearance({ versioned }: { versioned: Versioned }) {
  const t = useTranslations('settings.look')
  const mayChange = useMay(changeConsoleSettings)
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  return (
    <Card className="grid gap-4">
      <h2 className="font-semibold">{t('title')}</h2>
      {mayChange ? (
        <AppearanceForm
          key={round}
          versioned={versioned}
          onDone={renew}
          onReload={() => void refreshSettings().then(renew)}
        />
      ) : (
        <AppearanceFacts settings={versioned.settings} />
      )}
    </Card>
  )
}

interface SwitchProps {
  readonly name: 'maintenance' | 'demo'
  readonly field: 'is_off_maintenance' | 'is_demo_offered'
  readonly closedIcon: LucideIcon
  readonly versioned: Versioned
}

function AppSwitch({ name, field, closedIcon, versioned: { settings, version } }: SwitchProps) {
  const t = useTranslations('settings')
  const actAt = useActsAt(`settings.${name}`)
  const isOpen = settings[field]
  const act = actAt(isOpen ? 'close' : 'open_again', changeConsoleSettings, null, {
    send: async ({ reason }) => cacheSettings(await call(changeConsoleSettings, { version, [field]: !isOpen, reason })),
    reasonHelp: t('reason_help'),
    variant: isOpen ? 'danger' : 'primary',
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid justify-items-start gap-2">
        <h2 className="font-semibold">{t(`${name}.title`)}</h2>
        <IconBadge style={isOpen ? ['approved', Check] : ['pending', closedIcon]}>
          {t(`${name}.${isOpen ? 'open' : 'closed'}`)}
        </IconBadge>
        <p className="text-ink-soft">{t(`${name}.${isOpen ? 'open_text' : 'closed_text'}`)}</p>
      </div>
      <Acts reload={refreshSettings} acts={[{ ...act, variant: isOpen ? 'secondary' : 'primary' }]} />
    </Card>
  )
}

function TestMail() {
  const t = useTranslations('settings.test_letter')
  const { isBusy, run } = useWork()
  if (!useMay(sendTestMail)) return null
  const send = async () => {
    const { to } = await call(sendTestMail, {})
    notify('success', t('sent', { to }))
    await refresh(readChecklist.path)
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-2">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-ink-soft">{t('text')}</p>
      </div>
      <Button variant="secondary" isBusy={isBusy} icon={<Mail size={16} aria-hidden />} onClick={() => run(send)}>
        {t('button')}
      </Button>
    </Card>
  )
}
