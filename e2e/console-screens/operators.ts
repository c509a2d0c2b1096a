import { changeOperator, listOperators } from '@cashbox/contract/operator'
import type { Props, Screen } from '../screens.ts'
import { openFirstRow, press } from './acts.ts'

/** An operator gets another name. */
const change = async ({ asOperator }: Props) => {
  const admin = await asOperator('admin')
  const { payload } = await admin.call(listOperators, {})
  const one = payload.list.find(({ email }) => email.startsWith('support'))
  if (!one) return
  const changed = { operator_id: one.id, name: 'Shahnoza Aliyeva' }
  await admin.call(changeOperator, { ...changed, version: one.version })
}

export const operatorScreens: readonly Screen[] = [
  { name: 'console-login', path: '/console/' },
  { name: 'console-operators', path: '/console/operators', operator: 'admin' },
  { name: 'console-operator', path: '/console/operators?sort=-name', operator: 'admin', act: openFirstRow },
  { name: 'console-new-operator', path: '/console/operators', operator: 'admin', act: press('New operator') },
  { name: 'console-audit', path: '/console/audit', operator: 'admin' },
  {
    name: 'console-audit-entry',
    path: '/console/audit?action=operator.change',
    operator: 'admin',
    before: change,
    act: openFirstRow,
  },
  { name: 'console-audit-entry-page', path: '/console/audit/1', operator: 'admin' },
  { name: 'console-empty-list', path: '/console/audit?action=none', operator: 'admin' },
  { name: 'console-palette', path: '/console/audit', operator: 'admin', act: press('Search') },
  { name: 'console-menu', path: '/console/audit', operator: 'admin', act: press(/account, language and theme/) },
  { name: 'console-account', path: '/console/account', operator: 'support' },
  {
    name: 'console-second-factor',
    path: '/console/account',
    operator: 'support',
    act: press('Set up two-factor authentication'),
  },
  { name: 'console-role-missing', path: '/console/operators', operator: 'support' },
]
