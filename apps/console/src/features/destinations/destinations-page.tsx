import { type AlertDestination, addAlertDestination } from '@cashbox/contract/operator'
import { Button, EmptyState } from '@cashbox/ui'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { Loaded } from '../../platform/page/loaded.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { useMay } from '../../platform/session/roles.ts'
import { DestinationCard } from './destination-card.tsx'
import { type DestinationAct, DestinationDialog } from './destination-dialog.tsx'
import { useDestinations } from './destinations.ts'
import { NewDestination } from './new-destination.tsx'

interface Chosen {
  readonly act: DestinationAct
  readonly destination: AlertDestination
}

export function DestinationsPage() {
  const t = useTranslations()
  const mayAdd = useMay(addAlertDestination)
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <>
      <PageHead
        title={t('pages.alert_destinations')}
        text={t('destinations.text')}
        actions={
          mayAdd && (
            <Button icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('destinations.add.button')}
            </Button>
          )
        }
      />
      <Loaded query={useDestinations()}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={<BellRing aria-hidden />} title={t('destinations.none')} />
          ) : (
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((destination) => (
                <li key={destination.id} className="grid min-w-0">
                  <DestinationCard destination={destination} onChoose={(act) => setChosen({ act, destination })} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewDestination onClose={() => setAdding(false)} />}
      {chosen && <DestinationDialog {...chosen} onClose={() => setChosen(null)} />}
      <SecretDialog />
    </>
  )
}
