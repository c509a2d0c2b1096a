import { PassThrough } from 'node:stream'
import { LIVE_PATH, type LiveTopic } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import { changeCount } from '../platform/delivery/run-deliveries.ts'
import type { Live } from '../platform/live.ts'
import { refusal } from '../platform/refusal.ts'
import { findAgent } from './admit-agent.ts'
import type { AgentSession, Sessions } from './sessions.ts'

/** Keeps the connection open through proxies, and is when the session is looked at again. */
const BEAT_MS = 15_000
/** An open app connects and beats by itself, also when its agent has left; only calls keep a session alive. */
const UNATTENDED = { isUnattended: true }
const STREAMS_AN_AGENT = 20

export const liveStream = (live: Live, sessions: Sessions, beatMs = BEAT_MS): FastifyPluginAsync => {
  const open = new Set<PassThrough>()
  const ofAgent = new Map<string, number>()
  return async (api) => {
    api.addHook('preClose', async () => {
      for (const stream of open) stream.end()
    })
    api.get(LIVE_PATH, { compress: false }, async (request, reply) => {
      const found = await findAgent(sessions, request, UNATTENDED)
      if (!found) throw refusal('not_signed_in')
      const { agentId } = found.agent
      if ((ofAgent.get(agentId) ?? 0) >= STREAMS_AN_AGENT) throw refusal('too_many_requests', { seconds: 60 })
      changeCount(ofAgent, agentId, 1)
      const stream = new PassThrough()
      open.add(stream)
      const stop = follow({ live, sessions, beatMs }, stream, found)
      stream.once('close', () => {
        stop()
        open.delete(stream)
        changeCount(ofAgent, agentId, -1)
      })
      reply.raw.once('close', () => stream.destroy())
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          // Kept alive after its end, the connection would hold up a server that stops.
          .header('connection', 'close')
          .send(stream)
      )
    })
  }
}

function follow(
  { live, sessions, beatMs }: { readonly live: Live; readonly sessions: Sessions; readonly beatMs: number },
  stream: PassThrough,
  { token, agent }: { readonly token: string; readonly agent: AgentSession },
): () => void {
  let { status } = agent
  const send = (changed: readonly LiveTopic[]) => {
    // Who may not act gets news of the status only.
    const topics = status === 'approved' ? changed : changed.filter((topic) => topic === 'status')
    if (topics.length > 0) stream.write(`data: ${JSON.stringify({ topics })}\n\n`)
  }
  const beat = async () => {
    const now = await sessions.find(token, UNATTENDED)
    if (!now) {
      stream.end()
      return
    }
    if (now.status !== status) send(['status'])
    status = now.status
    stream.write(':\n\n')
  }
  stream.write('retry: 2000\n:\n\n')
  // The database being away for a moment is no reason to hang up.
  const beatSafely = () => void beat().catch(() => {})
  const unsubscribe = live.subscribe(agent.agentId, (topics) => {
    send(topics)
    if (topics.includes('status')) beatSafely()
  })
  const timer = setInterval(beatSafely, beatMs)
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
