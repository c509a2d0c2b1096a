import { readStored } from '@cashbox/client/storage'
import { mayConfirm } from '@cashbox/contract'
import { AgentSummary } from '../features/dashboard/agent-summary.tsx'
import { NoticeBell } from '../features/inbox/notices.tsx'
import { PaymentButtons } from '../features/payments/payment-buttons.tsx'
import { TransactionQueue } from '../features/payments/transaction-queue.tsx'
import { ProfitWidget } from '../features/statistics/profit-widget.tsx'
import { useUsableMark } from '../platform/screen.tsx'
import { storageKeys } from '../platform/session/session.ts'
import { useUser } from '../platform/session/user.ts'
import { Later } from './pages.tsx'

export function DashboardPage() {
  const user = useUser()
  useUsableMark()
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <AgentSummary
        bell={<NoticeBell />}
        forecast={<LateForecast />}
        actions={
          <>
            <PaymentButtons />
            <TransactionQueue />
            {mayConfirm(user.status) && <Later load={loadScanner} />}
          </>
        }
      />
      {!user.has_block && <ProfitWidget hasChart />}
    </div>
  )
}

const loadScanner = async () => (await import('../features/payments/scanner/open-by-scan.tsx')).OpenByScan

const loadForecast = async () => (await import('../features/dashboard/forecast-line.tsx')).ForecastLine

/** Its place is reserved if it was shown last time. */
const LateForecast = () => (
  <Later load={loadForecast} fallback={readStored(storageKeys.forecast) === 'true' && <div className="min-h-11" />} />
)
