import { AgentSummary } from '../features/agent/agent-summary.tsx'
import { OpenQueue } from '../features/payments/open-queue.tsx'
import { PaymentActions } from '../features/payments/payment-actions.tsx'
import { ProfitWidget } from '../features/profit/profit-widget.tsx'
import { useUsableMark } from '../platform/screen.tsx'
import { useUser } from '../platform/user.ts'

/** Balance and actions beside the profit, one below the other on a phone. */
export function DashboardPage() {
  const user = useUser()
  useUsableMark()
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <AgentSummary
        actions={
          <>
            <PaymentActions />
            <OpenQueue />
          </>
        }
      />
      {!user.has_block && <ProfitWidget hasChart />}
    </div>
  )
}
