import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { changeView, deleteView, restoreView, shareView } from './change-view.ts'
import { keepSettings } from './keep-settings.ts'
import { readViews } from './read-views.ts'
import { saveView } from './save-view.ts'
import type { ViewServices } from './services.ts'

export const listViewRoutes = (services: ViewServices): OperatorRoute[] => [
  route(contract.readListViews, (asked) => readViews(services, asked)),
  route(contract.saveListView, (asked) => saveView(services, asked)),
  route(contract.changeListView, (asked) => changeView(services, asked)),
  route(contract.shareListView, (asked) => shareView(services, asked)),
  route(contract.deleteListView, (asked) => deleteView(services, asked)),
  route(contract.restoreListView, (asked) => restoreView(services, asked)),
  route(contract.keepListSettings, (asked) => keepSettings(services, asked)),
]
