import { decideMoneyRequest } from '@cashbox/contract/operator'
import { Button, Notice } from '@cashbox/ui'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { useRequests } from './requests.ts'

/** Requests that wait for a decision come first, however old they are. */
export function WaitingNotice({ onShow }: { onShow: () => void }) {
  const t = useTranslations('money.waiting')
  const mayDecide = useMay(decideMoneyRequest)
  const { id } = useOperator()
  const { rows, hasNextPage } = useRequests({ state: 'pending' })
  if (!rows || rows.length === 0) return null
  const others = rows.filter(({ requested_by }) => requested_by.id !== id)
  const isAll = others.length === rows.length && !hasNextPage
  return (
    <Notice
      tone="warning"
      icon={<Hourglass aria-hidden />}
      title={t('title', { count: rows.length, hasMore: String(hasNextPage) })}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{!mayDecide ? t('watch') : isAll ? t('for_you_all') : t('for_you', { count: others.length })}</p>
        <Button variant="secondary" onClick={onShow}>
          {t('show')}
        </Button>
      </div>
    </Notice>
  )
}
