import Fastify from 'fastify'

type Rewrite = (path: string, answer: unknown) => unknown

/** A provider that passes on what another one says, and changes it on the way. */
export async function openTronProxy() {
  let target = ''
  let rewrite: Rewrite = (_path, answer) => answer
  const app = Fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/*', async ({ method, url, body }, reply) => {
    const response = await fetch(target + url, { method, ...(typeof body === 'string' ? { body } : {}) })
    const text = await response.text()
    if (!response.ok) return reply.code(response.status).send(text)
    return rewrite(url.split('?')[0] ?? url, JSON.parse(text))
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    passOnFrom: (url: string) => void (target = url),
    rewrite: (next: Rewrite) => void (rewrite = next),
    close: () => app.close(),
  }
}

export type TronProxy = Awaited<ReturnType<typeof openTronProxy>>
