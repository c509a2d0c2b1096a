import { randomUUID } from 'node:crypto'
import { createMoneyRequest, searchTransactions } from '@cashbox/contract/operator'
import type { Page } from '@playwright/test'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

const trade = async ({ confirmDeposit, lockWithdrawal, openTransaction }: Props) => {
  await confirmDeposit('12500.00')
  await openTransaction('deposit', '6400.00')
  await lockWithdrawal('8000.00')
}

const reverse = async ({ asOperator, confirmDeposit }: Props) => {
  await confirmDeposit('1500.00')
  const finance = await asOperator('finance')
  const { payload } = await finance.call(searchTransactions, { state: 'confirmed', limit: '1' })
  const transaction_id = payload.list[0]?.transaction_id ?? ''
  const reason = 'The wrong player was paid.'
  await finance.call(createMoneyRequest, { id: randomUUID(), kind: 'reversal', transaction_id, reason })
}

const openFirstPage = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('link', { name: 'Open full page' }).click()
  await page.getByRole('heading', { level: 1, name: /Transaction/ }).waitFor()
}

const ask = (name: string) => async (page: Page) => {
  await openFirstPage(page)
  await press(name)(page)
}

const list = '/console/transactions'

export const transactionScreens: readonly Screen[] = [
  { name: 'console-transactions', path: list, operator: 'support', before: trade },
  {
    name: 'console-transactions-filtered',
    path: `${list}?cash_id=100002&amount_from=1000&created_from=1767225600`,
    operator: 'support',
    before: trade,
  },
  { name: 'console-transactions-refused', path: `${list}?cash_id=1&amount=ten`, operator: 'support' },
  { name: 'console-transactions-none', path: `${list}?transaction_id=NOSUCHID22`, operator: 'support' },
  {
    name: 'console-transaction-locked',
    path: `${list}?state=locked`,
    operator: 'support',
    before: trade,
    act: openFirstRow,
  },
  {
    name: 'console-transaction',
    path: `${list}?state=confirmed`,
    operator: 'admin',
    before: trade,
    act: openFirstPage,
  },
  { name: 'console-unlock', path: `${list}?state=locked`, operator: 'support', before: trade, act: ask('Unlock') },
  {
    name: 'console-redeliver',
    path: `${list}?state=confirmed`,
    operator: 'support',
    before: trade,
    act: ask('Send again'),
  },
  {
    name: 'console-transaction-reversed',
    path: `${list}?state=reversed`,
    operator: 'finance',
    before: reverse,
    act: openFirstRow,
  },
  { name: 'console-transaction-none', path: `${list}/NOSUCHID22`, operator: 'support' },
]
