import { changeConsoleSettings, readChecklist, sendTestMail } from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { Ban, Check, type LucideIcon, Mail, Wrench } from 'lucide-react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { Renewed } from '../../platform/forms/form.tsx'
import { textAt } from '../../platform/language/language.ts'
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

export const SettingsPage = () => (
  <>
    <PageHead title={textAt('pages.settings')} text={textAt('settings.text')} />
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

const Appearance = ({ versioned }: { versioned: Versioned }) => (
  <Card className="grid gap-4">
    <h2 className="font-semibold">{textAt('settings.look.title')}</h2>
    {useMay(changeConsoleSettings) ? (
      <Renewed reload={refreshSettings}>
        <AppearanceForm versioned={versioned} />
      </Renewed>
    ) : (
      <AppearanceFacts settings={versioned.settings} />
    )}
  </Card>
)

interface SwitchProps {
  readonly name: 'maintenance' | 'demo'
  readonly field: 'is_off_maintenance' | 'is_demo_offered'
  readonly closedIcon: LucideIcon
  readonly versioned: Versioned
}

function AppSwitch({ name, field, closedIcon, versioned: { settings, version } }: SwitchProps) {
  const isOpen = settings[field]
  const texts = isOpen ? (`settings.${name}.close` as const) : (`settings.${name}.open_again` as const)
  const form = {
    send: async ({ reason }: { readonly reason: string }) =>
      cacheSettings(await call(changeConsoleSettings, { version, [field]: !isOpen, reason })),
    reasonHelp: textAt('settings.reason_help'),
    variant: isOpen ? 'danger' : 'primary',
  } as const
  const look = { variant: isOpen ? 'secondary' : 'primary' } as const
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid justify-items-start gap-2">
        <h2 className="font-semibold">{textAt(`settings.${name}.title`)}</h2>
        <IconBadge style={isOpen ? ['approved', Check] : ['pending', closedIcon]}>
          {textAt(`settings.${name}.${isOpen ? 'open' : 'closed'}`)}
        </IconBadge>
        <p className="text-ink-soft">{textAt(`settings.${name}.${isOpen ? 'open_text' : 'closed_text'}`)}</p>
      </div>
      <Acts reload={refreshSettings} acts={[actsWith()(texts, changeConsoleSettings, null, form, look)]} />
    </Card>
  )
}

function TestMail() {
  const { isBusy, run } = useWork()
  if (!useMay(sendTestMail)) return null
  const send = async () => {
    const { to } = await call(sendTestMail, {})
    notify('success', textAt('settings.test_letter.sent', { to }))
    await refresh(readChecklist.path)
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-2">
        <h2 className="font-semibold">{textAt('settings.test_letter.title')}</h2>
        <p className="text-ink-soft">{textAt('settings.test_letter.text')}</p>
      </div>
      <Button variant="secondary" isBusy={isBusy} icon={<Mail size={16} aria-hidden />} onClick={() => run(send)}>
        {textAt('settings.test_letter.button')}
      </Button>
    </Card>
  )
}
