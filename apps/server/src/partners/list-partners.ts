import { readPartners, showPartner } from './partner.ts'
import type { PartnerServices } from './services.ts'

export const listPartners = async ({ db }: PartnerServices) => ({ list: (await readPartners(db)).map(showPartner) })
