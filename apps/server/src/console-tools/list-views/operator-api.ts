import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import type { Services } from '../../platform/services.ts'
import { changeView, deleteView, readViews, restoreView, saveSettings, saveView } from './list-views.ts'

export const listViewRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readListViews, (request) => readViews(services, request)),
  route(contract.saveListView, (request) => saveView(services, request)),
  route(contract.changeListView, (request) => changeView(services, request)),
  route(contract.deleteListView, (request) => deleteView(services, request)),
  route(contract.restoreListView, (request) => restoreView(services, request)),
  route(contract.keepListSettings, (request) => saveSettings(services, request)),
]
