import { Handshake } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { DetailPage } from '../../platform/detail-page.tsx'
import { Loaded, oneOf } from '../../platform/loaded.tsx'
import { PartnerDetail } from './partner-detail.tsx'
import { usePartners } from './partners.ts'

export function PartnerPage() {
  const t = useTranslations()
  const { code } = useParams()
  const query = oneOf(usePartners(), (partner) => partner.code === code)
  return (
    <DetailPage title={query.data?.name ?? t('pages.partners')}>
      <Loaded query={query} none={{ icon: Handshake, title: t('partners.none') }}>
        {(partner) => (
          <div className="grid min-w-0 gap-8">
            <PartnerDetail partner={partner} />
            <Charts of={{ kind: 'partner', code: partner.code }} />
          </div>
        )}
      </Loaded>
    </DetailPage>
  )
}
