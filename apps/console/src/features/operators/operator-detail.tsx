import type { KnownOperator } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useOperator } from '../../platform/session.ts'
import { Facts, When } from '../../platform/values.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { AccessBadge, FactorBadge } from './operator-badges.tsx'
import { OperatorForm } from './operator-form.tsx'
import { useOperators } from './operators.ts'

/** One operator, in the drawer and on the page of their own. */
export function OperatorDetail({ operator }: { operator: KnownOperator }) {
  const t = useTranslations('operators')
  const isOneself = useOperator().id === operator.id
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('email'), operator.email],
          [t('standing'), <AccessBadge key="standing" operator={operator} />],
          [t('factor'), <FactorBadge key="factor" operator={operator} />],
          [t('last_seen'), <When key="seen" seconds={operator.last_seen_at} />],
          [t('created'), <When key="created" seconds={operator.created_at} />],
        ]}
      />
      {isOneself ? <OwnAccountNotice /> : <Changes operator={operator} />}
    </div>
  )
}

function OwnAccountNotice() {
  const t = useTranslations('operators')
  return (
    <Notice tone="info" icon={<Info aria-hidden />} title={t('own_title')}>
      {t('own_text')}{' '}
      <Link href="/account" className="font-semibold text-brand-text underline">
        {t('own_link')}
      </Link>
    </Notice>
  )
}

/** The forms start again with the server's values after a change, and on request after another operator's change. */
function Changes({ operator }: { operator: KnownOperator }) {
  const { refetch } = useOperators()
  const [round, setRound] = useState(0)
  const renew = () => setRound((before) => before + 1)
  const reload = () => void refetch().then(renew)
  return (
    <>
      <OperatorForm key={`form ${round}`} operator={operator} onDone={renew} onReload={reload} />
      <OperatorActions key={`actions ${round}`} operator={operator} onDone={renew} onReload={reload} />
    </>
  )
}
