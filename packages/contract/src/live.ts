import * as z from 'zod/mini'

/** Below the API base: a stream of server-sent events for the agent whose token is sent, as long as it is held open. */
export const LIVE_PATH = '/user/live'

/** What has changed and should be fetched again. */
export const liveTopics = ['transactions', 'balance', 'payments', 'topups', 'status', 'notices'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** The data of each event. */
export const LiveChange = z.object({ topics: z.array(z.enum(liveTopics)) })
