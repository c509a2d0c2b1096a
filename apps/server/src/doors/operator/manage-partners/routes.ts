import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../admit-operator.ts'
import { addPartnerKey } from './add-partner-key.ts'
import { changePartner } from './change-partner.ts'
import { createPartner } from './create-partner.ts'
import { disablePartnerKey } from './disable-partner-key.ts'
import { listPartners } from './list-partners.ts'
import type { PartnerServices } from './services.ts'
import { setPartnerWebhook } from './set-partner-webhook.ts'

export const partnerRoutes = (services: PartnerServices): OperatorRoute[] => [
  route(contract.listPartners, () => listPartners(services)),
  route(contract.createPartner, (asked) => createPartner(services, asked)),
  route(contract.changePartner, (asked) => changePartner(services, asked)),
  route(contract.addPartnerKey, (asked) => addPartnerKey(services, asked)),
  route(contract.disablePartnerKey, (asked) => disablePartnerKey(services, asked)),
  route(contract.setPartnerWebhook, (asked) => setPartnerWebhook(services, asked)),
]
