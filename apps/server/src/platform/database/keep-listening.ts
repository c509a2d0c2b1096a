import { Client } from 'pg'

const LISTEN_AGAIN_MS = 1000
/** A connection that only listens notices by itself that it is dead when it has to say something. */
const SAY_SOMETHING_MS = 15_000
const ANSWER_MS = 5_000

interface Listening {
  readonly url: string
  readonly channel: string
  readonly onMessage: (text: string) => void
  readonly onError: (error: Error) => void
}

/** A connection of its own, made anew whenever it is lost or silent. */
export function keepListening({ url, channel, onMessage, onError }: Listening) {
  let isStopped = false
  let client: Client | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = async () => {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = next
    let probe: ReturnType<typeof setInterval> | undefined
    const giveUp = (error: unknown) => {
      onError(error as Error)
      clearInterval(probe)
      // `end` would say good-bye and wait for the other side, which may be gone.
      ;(next as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    const stillAnswers = async () => {
      try {
        await next.query('select 1')
      } catch (error) {
        giveUp(error)
      }
    }
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      clearInterval(probe)
      if (!isStopped) again = setTimeout(() => void connect(), LISTEN_AGAIN_MS)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      probe = setInterval(() => void stillAnswers(), SAY_SOMETHING_MS)
    } catch (error) {
      giveUp(error)
    }
  }
  const connected = connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await connected
      await client?.end().catch(() => {})
    },
  }
}
