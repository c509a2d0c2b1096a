import { isLockedOut } from '../../platform/db/database.ts'

/** A back-up reads all tables for as long as it takes. What can't change one meanwhile is done an hour later. */
export async function unlessLocked<Value>(otherwise: Value, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (isLockedOut(error)) return otherwise
    throw error
  }
}
