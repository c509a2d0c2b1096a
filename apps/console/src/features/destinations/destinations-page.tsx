import { addAlertDestination } from '@cashbox/contract/operator'
import { EmptyState } from '@cashbox/ui'
import { BellRing, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts, useActsAt } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { DestinationCard } from './destination-card.tsx'
import { NewDestinationForm } from './destination-forms.tsx'
import { useDestinations } from './destinations.ts'

export function DestinationsPage() {
  const t = useTranslations()
  const act = useActsAt('destinations')
  return (
    <>
      <PageHead
        title={t('pages.alert_destinations')}
        text={t('destinations.text')}
        actions={
          <Acts
            acts={[
              {
                ...act('add', addAlertDestination, Plus, <NewDestinationForm />),
                variant: 'primary',
              },
            ]}
          />
        }
      />
      <PendingChanges kind="alert_destination" />
      <Loaded query={useDestinations()}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={<BellRing aria-hidden />} title={t('destinations.none')} />
          ) : (
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((destination) => (
                <li key={destination.id} className="grid min-w-0">
                  <DestinationCard destination={destination} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <SecretDialog />
    </>
  )
}
