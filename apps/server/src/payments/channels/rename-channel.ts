import type { ParsedInputOf } from '@cashbox/contract'
import type { renameChannel as call } from '@cashbox/contract/operator'
import { sql } from '../../platform/database/sql.ts'
import { changeChannel } from './change-channel.ts'
import type { Asked, ChannelServices } from './services.ts'

export const renameChannel = (services: ChannelServices, asked: Asked<ParsedInputOf<typeof call>>) =>
  changeChannel(services, asked, async (tx, { id, name: before }) => {
    const { name } = asked.input
    await tx.execute(sql`update channel set name = ${name} where id = ${id}`)
    return { action: 'channel.rename', before: { name: before }, after: { name } }
  })
