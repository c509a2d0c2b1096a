import { listApprovalRequests, listRates, setRate } from '@cashbox/contract/operator'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

/** A far rate that waits for a second operator. */
const askForRate = async ({ asOperator }: Props) => {
  const finance = await asOperator('finance')
  if ((await finance.call(listApprovalRequests, { state: 'pending' })).payload.list.length > 0) return
  const { list } = (await finance.call(listRates, {})).payload
  const pair = { coin: 'USDT', currency_code: 'TRY' }
  const version =
    list.find((rate) => rate.coin === pair.coin && rate.currency_code === pair.currency_code)?.version ?? 0
  const input = { ...pair, version, rate: '55', reason: 'The market moved.', confirm_large_change: true }
  await finance.call(setRate, input)
}

export const approvalScreens: readonly Screen[] = [
  { name: 'console-approvals', path: '/console/approvals', operator: 'admin', before: askForRate },
  { name: 'console-approval', path: '/console/approvals', operator: 'admin', before: askForRate, act: openFirstRow },
  {
    name: 'console-approval-decide',
    path: '/console/approvals',
    operator: 'admin',
    before: askForRate,
    act: async (page) => {
      await openFirstRow(page)
      await press('Approve')(page)
    },
  },
]
