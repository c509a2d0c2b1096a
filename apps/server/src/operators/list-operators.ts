import type { Database } from '../platform/database/database.ts'
import { readOperators, showOperator } from './known-operator.ts'

export const listOperators = async (db: Database) => ({ list: (await readOperators(db)).map(showOperator) })
