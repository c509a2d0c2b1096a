import { changeConsoleSettings } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/loaded.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMay } from '../../platform/roles.ts'
import { LookFacts } from './look-facts.tsx'
import { LookForm } from './look-form.tsx'
import { Maintenance } from './maintenance.tsx'
import { renewSettings, useSettings, type Versioned } from './settings.ts'
import { TestLetter } from './test-letter.tsx'

export function SettingsPage() {
  const t = useTranslations()
  return (
    <>
      <PageHead title={t('pages.settings')} text={t('settings.text')} />
      <div className="grid max-w-3xl gap-4">
        <Loaded query={useSettings()} isInCard>
          {(versioned) => (
            <>
              <Maintenance versioned={versioned} />
              <TestLetter />
              <Look versioned={versioned} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** The form begins anew after a change, and when the operator reloads it after another's change. */
function Look({ versioned }: { versioned: Versioned }) {
  const t = useTranslations('settings.look')
  const mayChange = useMay(changeConsoleSettings)
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  return (
    <Card className="grid gap-4">
      <h2 className="font-semibold">{t('title')}</h2>
      {mayChange ? (
        <LookForm key={round} versioned={versioned} onDone={renew} onReload={() => void renewSettings().then(renew)} />
      ) : (
        <LookFacts settings={versioned.settings} />
      )}
    </Card>
  )
}
