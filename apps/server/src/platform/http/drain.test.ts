import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openWorld } from '@cashbox/testing/world'
import { expect, onTestFinished, test } from 'vitest'
import { drain } from './drain.ts'

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** The answer to one request, when the server has closed the connection. */
async function ask(socket: Socket, path: string): Promise<string> {
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => void (answer += chunk))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(GET(path))
  await ended
  return answer
}

test('a connection that sends nothing does not hold up a server that stops', async () => {
  const world = await openWorld()
  const { hostname, port } = new URL(world.address)
  const silent = await new Promise<Socket>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
  })
  // Answered after the silent one was accepted.
  await fetch(`${world.address}/healthz`)
  const closed = new Promise((resolve) => silent.once('close', resolve))
  await world.close()
  await closed
})

test('a server that leaves says so, answers until balancers have noticed, and cuts off no connection', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const { hostname, port } = new URL(world.address)
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
    })
  const drained = drain(world.app.server, 1)
  expect(await ask(await open(), '/readyz')).toMatch(/^HTTP\/1\.1 503 /)
  const answer = await ask(await open(), '/healthz')
  expect([answer.split('\r\n')[0], /^connection: close/im.test(answer)]).toEqual(['HTTP/1.1 200 OK', true])

  const early = await open()
  await wait(1_200)
  await expect(open()).rejects.toThrow('ECONNREFUSED')
  expect(await ask(early, '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
  await drained
})
