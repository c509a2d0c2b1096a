import { AgentSummary } from '../features/agent/agent-summary.tsx'
import { NoticeBell } from '../features/inbox/bell.tsx'
import { PaymentButtons } from '../features/payments/payment-buttons.tsx'
import { TransactionQueue } from '../features/payments/transaction-queue.tsx'
import { ProfitWidget } from '../features/profit/profit-widget.tsx'
import { useUsableMark } from '../platform/screen.tsx'
import { useUser } from '../platform/session/user.ts'
import { LateForecast } from './late-forecast.tsx'

/** Balance and actions beside the profit, one below the other on a phone. */
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
          </>
        }
      />
      {!user.has_block && <ProfitWidget hasChart />}
    </div>
  )
}
