import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines. Bodies, queries, headers and tokens are never handed to it. */
export const createLog = (level: string): Log => pino({ level })
