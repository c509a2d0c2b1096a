import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines. Bodies, queries and tokens are never handed to it; the paths below are a second net. */
export const createLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: ['*.password', '*.token', '*.security_code', '*.captcha_text', '*.hash', 'req.headers', '*.authorization'],
      censor: '[hidden]',
    },
  })
