import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Sits between a program and a server, and loses connections in the ways that a network does. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }) {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isRefusing = false
  const server = createServer((inner) => {
    if (isRefusing) {
      inner.destroy()
      return
    }
    const outer = connect(target)
    const pair = [inner, outer] as const
    pairs.add(pair)
    inner.pipe(outer).pipe(inner)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
  })
  const cut = () => {
    for (const pair of pairs) for (const one of pair) one.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection at once. */
    cut,
    /** Connections that are open now stay open and say nothing any more; new ones work. */
    silence() {
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer)
        outer.unpipe(inner)
        inner.resume()
        outer.resume()
      }
    },
    refuse(yes: boolean) {
      isRefusing = yes
    },
    close: () =>
      new Promise<void>((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
