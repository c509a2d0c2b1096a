import { listen } from '../listen.ts'

export type PromptReceiver = Awaited<ReturnType<typeof openPromptReceiver>>

/** Partners who answer at once, each at a path of its own, and when each event came. */
export async function openPromptReceiver() {
  const arrivals = new Map<string, number>()
  const { url, close } = await listen((_text, request, response) => {
    const id = String(request.headers['webhook-id'])
    if (!arrivals.has(id)) arrivals.set(id, performance.now())
    response.writeHead(204).end()
  })
  return { urlOf: (name: string) => `${url}/${name}`, arrivals, close }
}
