import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type ChecklistServices, reachMilestone, readChecklist, sendTestLetter } from './checklist.ts'

export const checklistRoutes = (services: ChecklistServices): OperatorRoute[] => [
  route(contract.readChecklist, () => readChecklist(services.db)),
  route(contract.sendTestLetter, ({ operator, actor }) => sendTestLetter(services, operator, actor)),
  route(contract.confirmBackup, ({ actor }) => reachMilestone(services, 'backup_restored', actor)),
  route(contract.hideChecklist, ({ actor }) => reachMilestone(services, 'checklist_hidden', actor)),
]
