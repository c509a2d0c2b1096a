import { join } from 'node:path'
import type { Database, Tx } from '@cashbox/postgres/database'
import * as postgres from '@cashbox/postgres/migrate'
import * as files from '@cashbox/postgres/read-schema'
import floors from './rooms.json' with { type: 'json' }

/** The folder of the rooms; each has its tables and functions. */
export const ROOMS_FOLDER = join(import.meta.dirname, '..')

/** Tables and functions of all rooms, the lowest room first. */
export const readSchema = () => files.readSchema(ROOMS_FOLDER, floors.flat())

export const migrate = async (db: Database) => postgres.migrate(db, await readSchema())

export const grantRights = async (tx: Tx, role: string) => postgres.grantRights(tx, await readSchema(), role)
